import { FlaskConical } from 'lucide-react';
import { Age } from '../../kit/lists/age.tsx';
import type { ListColumn } from '../../kit/lists/list-column.ts';
import listStyles from '../../kit/lists/list-table.module.css';
import { ListTable } from '../../kit/lists/list-table.tsx';
import type { Selection } from '../../kit/lists/use-selection.ts';
import { CredentialTile } from '../../kit/params/credential-tile.tsx';
import { secretsTexts } from '../../kit/texts/en/secrets.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { AskedHosts } from './asked-hosts.tsx';
import { LastTest } from './last-test.tsx';
import { type Secret, type SecretColumn, typeOf } from './secret-list.ts';
import styles from './secret-table.module.css';
import type { SecretActions } from './use-secret-actions.tsx';
import type { Secrets } from './use-secrets.ts';
import { UsedBy } from './used-by.tsx';

interface SecretTableProps {
  secrets: Secrets;
  selection: Selection;
  actions: SecretActions;
}

/** The secrets as a table; what a narrow window cannot hold is in the secret's own form. */
export function SecretTable({ secrets, selection, actions }: SecretTableProps) {
  const t = useTexts(secretsTexts);
  const columns: readonly ListColumn<Secret, SecretColumn>[] = [
    {
      id: 'name',
      label: t('name'),
      isMain: true,
      cell: (secret) => (
        <span className={listStyles['withTile']}>
          <CredentialTile kind={secret.kind} />
          <span>
            <button type="button" className={listStyles['name']} onClick={() => actions.open(secret)}>
              {secret.name}
            </button>
            {secret.hint && <code className={styles['hint']}>…{secret.hint}</code>}
            <AskedHosts secret={secret} />
          </span>
        </span>
      ),
    },
    { id: 'type', label: t('type'), from: 1080, cell: typeOf },
    {
      id: 'usedBy',
      label: t('usedBy'),
      from: 520,
      startsDescending: true,
      cell: ({ name, usedBy }) => <UsedBy name={name} usedBy={usedBy} />,
    },
    {
      id: 'lastTest',
      label: t('lastTest'),
      cell: (secret) => <LastTest secret={secret} isTesting={actions.testing.has(secret.id)} />,
    },
    {
      id: 'updated',
      label: t('updated'),
      from: 660,
      startsDescending: true,
      cell: ({ updatedDate }) => <Age at={updatedDate} />,
    },
    {
      id: 'created',
      label: t('created'),
      from: 1080,
      startsDescending: true,
      cell: ({ createdDate }) => <Age at={createdDate} />,
    },
  ];
  return (
    <>
      <ListTable
        rows={secrets.rows}
        columns={columns}
        sorting={secrets.sort}
        onSort={secrets.setSort}
        selection={selection}
        nameOf={({ name }) => name}
        actionsOf={actions.actionsOf}
        count={t('count', { count: secrets.rows.length })}
      />
      <p className={styles['demo']}>
        <FlaskConical size={16} aria-hidden="true" />
        {t('demoNote')}
      </p>
    </>
  );
}
