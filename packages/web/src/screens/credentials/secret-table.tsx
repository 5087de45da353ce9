import { ArrowDown, ArrowUp, FlaskConical } from 'lucide-react';
import { secretsTexts } from '../../kit/texts/en/secrets.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { BulkBar } from './bulk-bar.tsx';
import type { Secret, SecretColumn } from './secret-list.ts';
import { SecretRow } from './secret-row.tsx';
import styles from './secret-table.module.css';
import type { SecretActions } from './use-secret-actions.tsx';
import type { Secrets } from './use-secrets.ts';
import { useSelection } from './use-selection.ts';

const columns: readonly SecretColumn[] = ['name', 'type', 'usedBy', 'lastTest', 'updated', 'created'];

/** The secrets as a table: sorted by any column, selected for deletion together. */
export function SecretTable({ secrets, actions }: { secrets: Secrets; actions: SecretActions }) {
  const t = useTexts(secretsTexts);
  const { rows, sort } = secrets;
  const selection = useSelection(rows);
  return (
    <div className={styles['box']}>
      {selection.chosen.length > 0 && (
        <BulkBar
          count={selection.chosen.length}
          onClear={selection.clear}
          onDelete={() => actions.remove(selection.chosen)}
        />
      )}
      <table className={styles['table']} data-selecting={selection.chosen.length > 0 || undefined}>
        <thead>
          <tr>
            <th className={styles['check']}>
              <input
                type="checkbox"
                aria-label={t('selectAll')}
                checked={selection.isAll}
                ref={(box) => {
                  if (box) box.indeterminate = selection.chosen.length > 0 && !selection.isAll;
                }}
                onChange={selection.toggleAll}
              />
            </th>
            {columns.map((column) => (
              <th key={column} className={styles[column]} aria-sort={ariaSort(sort, column)}>
                <button type="button" onClick={() => secrets.sortBy(column)}>
                  {t(column)}
                  {sort.column === column &&
                    (sort.isDescending ? <ArrowDown size={14} /> : <ArrowUp size={14} />)}
                </button>
              </th>
            ))}
            <th className={styles['acts']}>
              <span className="visually-hidden">{t('actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((secret: Secret) => (
            <SecretRow
              key={secret.id}
              secret={secret}
              isSelected={selection.has(secret.id)}
              isTesting={actions.testing.has(secret.id)}
              actions={actions.actionsOf(secret)}
              onSelect={() => selection.toggle(secret.id)}
              onOpen={() => actions.open(secret)}
            />
          ))}
        </tbody>
      </table>
      <p className={styles['demo']}>
        <FlaskConical size={16} aria-hidden="true" />
        {t('demoNote')}
      </p>
    </div>
  );
}

function ariaSort(sort: Secrets['sort'], column: SecretColumn): 'ascending' | 'descending' | undefined {
  if (sort.column !== column) return undefined;
  return sort.isDescending ? 'descending' : 'ascending';
}
