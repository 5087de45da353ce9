import type { UpsertRecord } from '@tendril/contract/api/upserts';
import { upsertTexts } from '../../kit/texts/en/flow-settings.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './records.module.css';
import { whenText } from './when-text.ts';

interface UpsertTableProps {
  records: readonly UpsertRecord[];
  selected: ReadonlySet<string>;
  onSelect: (ids: ReadonlySet<string>) => void;
}

const counts = [
  { key: 'numAdded', label: 'added' },
  { key: 'numUpdated', label: 'updated' },
  { key: 'numSkipped', label: 'skipped' },
  { key: 'numDeleted', label: 'deletedCount' },
] as const;

/** Upserts, newest first, with what was counted and the nodes that took part. */
export function UpsertTable({ records, selected, onSelect }: UpsertTableProps) {
  const t = useTexts(upsertTexts);
  const isAll = records.every(({ id }) => selected.has(id));
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect(next);
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled box must be reachable by keyboard
    <section className={styles['scroll']} tabIndex={0} aria-label={t('title')}>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th className={styles['narrow']}>
              <input
                type="checkbox"
                aria-label={t('selectAll')}
                checked={isAll}
                onChange={() => onSelect(new Set(isAll ? [] : records.map(({ id }) => id)))}
              />
            </th>
            <th>{t('date')}</th>
            {counts.map(({ key, label }) => (
              <th key={key} className={styles['number']}>
                {t(label)}
              </th>
            ))}
            <th>{t('nodes')}</th>
          </tr>
        </thead>
        <tbody>
          {records.map(({ id, date, result, flowData }) => (
            <tr key={id}>
              <td>
                <input
                  type="checkbox"
                  aria-label={t('select', { date: whenText(date) })}
                  checked={selected.has(id)}
                  onChange={() => toggle(id)}
                />
              </td>
              <td className={styles['time']}>{whenText(date)}</td>
              {counts.map(({ key }) => (
                <td key={key} className={styles['number']}>
                  {result[key]}
                </td>
              ))}
              <td>
                {flowData.map((node) => (
                  <NodeDetails key={node.id} node={node} />
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function NodeDetails({ node }: { node: UpsertRecord['flowData'][number] }) {
  const t = useTexts(upsertTexts);
  return (
    <details className={styles['details']}>
      <summary aria-label={t('details', { node: node.label })}>{node.label}</summary>
      {node.paramValues.length === 0 && <p className={styles['count']}>{t('noDetails')}</p>}
      <dl>
        {node.paramValues.map(({ name, label, value }) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
