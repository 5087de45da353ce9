import type { ApiKey } from '@tendril/contract/api/api-keys';
import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { shortAge } from '../../lib/short-age.ts';
import { apiKeysTexts } from '../../texts/en/api-keys.ts';
import { useTexts } from '../../texts/texts.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './key-table.module.css';

export interface KeyTableProps {
  keys: readonly ApiKey[];
  onRename: (key: ApiKey) => void;
  onDelete: (key: ApiKey) => void;
}

/** The keys, told apart by name and by their first and last characters. */
export function KeyTable({ keys, onRename, onDelete }: KeyTableProps) {
  const t = useTexts(apiKeysTexts);
  return (
    <div className={styles['scroll']}>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th>{t('name')}</th>
            <th>{t('key')}</th>
            <th>{t('lastUsed')}</th>
            <th>{t('created')}</th>
            <th>
              <span className="visually-hidden">{t('actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <tr key={key.id}>
              <td className={styles['name']}>{key.keyName}</td>
              <td>
                <code>{key.hint}</code>
              </td>
              <td>{key.lastUsedAt === null ? t('neverUsed') : shortAge(key.lastUsedAt)}</td>
              <td>{shortAge(key.createdAt)}</td>
              <td className={styles['acts']}>
                <ActionMenu
                  label={t('more', { name: key.keyName })}
                  actions={[
                    { id: 'rename', label: t('rename'), Icon: Pencil, onSelect: () => onRename(key) },
                    {
                      id: 'delete',
                      label: t('delete'),
                      Icon: Trash2,
                      isDanger: true,
                      onSelect: () => onDelete(key),
                    },
                  ]}
                  renderButton={(props) => (
                    <IconButton {...props} size="small" label={t('more', { name: key.keyName })}>
                      <Ellipsis size={16} />
                    </IconButton>
                  )}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
