import { Ellipsis } from 'lucide-react';
import { shortAge } from '../../kit/lib/short-age.ts';
import { CredentialTile } from '../../kit/params/credential-tile.tsx';
import { secretsTexts } from '../../kit/texts/en/secrets.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { ActionMenu, type MenuAction } from '../../kit/ui/action-menu.tsx';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import { AskedHosts } from './asked-hosts.tsx';
import { LastTest } from './last-test.tsx';
import { type Secret, typeOf } from './secret-list.ts';
import styles from './secret-table.module.css';
import { UsedBy } from './used-by.tsx';

export interface SecretRowProps {
  secret: Secret;
  isSelected: boolean;
  isTesting: boolean;
  actions: readonly MenuAction[];
  onSelect: () => void;
  onOpen: () => void;
}

/** One secret: its name opens it, the menu has the rest. */
export function SecretRow({ secret, isSelected, isTesting, actions, onSelect, onOpen }: SecretRowProps) {
  const t = useTexts(secretsTexts);
  const { name, hint } = secret;
  return (
    <tr data-selected={isSelected || undefined}>
      <td className={styles['check']}>
        <input type="checkbox" aria-label={t('select', { name })} checked={isSelected} onChange={onSelect} />
      </td>
      <td className={styles['name']}>
        <span>
          <CredentialTile kind={secret.kind} />
          <span>
            <button type="button" onClick={onOpen}>
              {name}
            </button>
            {hint && <code>…{hint}</code>}
            <AskedHosts secret={secret} />
          </span>
        </span>
      </td>
      <td className={styles['type']}>{typeOf(secret)}</td>
      <td className={styles['usedBy']}>
        <UsedBy name={name} usedBy={secret.usedBy} />
      </td>
      <td className={styles['lastTest']}>
        <LastTest secret={secret} isTesting={isTesting} />
      </td>
      <td className={styles['updated']}>
        <Age date={secret.updatedDate} />
      </td>
      <td className={styles['created']}>
        <Age date={secret.createdDate} />
      </td>
      <td className={styles['acts']}>
        <ActionMenu
          label={t('more', { name })}
          actions={actions}
          renderButton={(props) => (
            <IconButton {...props} size="small" label={t('more', { name })}>
              <Ellipsis size={16} />
            </IconButton>
          )}
        />
      </td>
    </tr>
  );
}

const Age = ({ date }: { date: string }) => <time dateTime={date}>{shortAge(Date.parse(date))}</time>;
