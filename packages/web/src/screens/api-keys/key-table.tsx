import type { ApiKey } from '@tendril/contract/api/api-keys';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { Fragment, useState } from 'react';
import { apiKeysTexts } from '../../kit/texts/en/api-keys.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import type { KeyColumn, KeyOrder } from './arrange-keys.ts';
import { BoundFlows } from './bound-flows.tsx';
import { type KeyActions, KeyRow } from './key-row.tsx';
import styles from './key-table.module.css';

export interface KeyTableProps extends KeyActions {
  keys: readonly ApiKey[];
  order: KeyOrder;
  onOrder: (order: KeyOrder) => void;
}

const columns: readonly { id: KeyColumn; text: ColumnText }[] = [
  { id: 'keyName', text: 'name' },
  { id: 'hint', text: 'key' },
  { id: 'scope', text: 'scope' },
  { id: 'usedBy', text: 'usedBy' },
  { id: 'lastUsedAt', text: 'lastUsed' },
  { id: 'expiresAt', text: 'expires' },
  { id: 'createdAt', text: 'created' },
];
type ColumnText = 'name' | 'key' | 'scope' | 'usedBy' | 'lastUsed' | 'expires' | 'created';

/** The keys, sorted by any column; a row unfolds to the flows that are bound to its key. */
export function KeyTable({ keys, order, onOrder, ...actions }: KeyTableProps) {
  const t = useTexts(apiKeysTexts);
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) =>
    setOpenIds((open) => new Set([...open].filter((one) => one !== id).concat(open.has(id) ? [] : id)));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard too
    <section className={styles['scroll']} tabIndex={0} aria-label={t('key')}>
      <table className={styles['table']}>
        <thead>
          <tr>
            {columns.map(({ id, text }) => (
              <SortHead key={id} column={id} label={t(text)} order={order} onOrder={onOrder} />
            ))}
            <th>
              <span className="visually-hidden">{t('actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => {
            const isOpen = openIds.has(key.id);
            return (
              <Fragment key={key.id}>
                <KeyRow apiKey={key} isOpen={isOpen} onToggle={() => toggle(key.id)} {...actions} />
                {isOpen && <BoundFlows apiKey={key} columnCount={columns.length + 1} />}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

interface SortHeadProps {
  column: KeyColumn;
  label: string;
  order: KeyOrder;
  onOrder: (order: KeyOrder) => void;
}

function SortHead({ column, label, order, onOrder }: SortHeadProps) {
  const isSorted = order.column === column;
  const isDescending = isSorted && order.isDescending;
  // Times begin with the newest.
  const isTime = column === 'lastUsedAt' || column === 'createdAt';
  const toggle = () => onOrder({ column, isDescending: isSorted ? !isDescending : isTime });
  return (
    <th aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : undefined}>
      <button type="button" onClick={toggle}>
        {label}
        {isSorted && (isDescending ? <ArrowDown size={14} /> : <ArrowUp size={14} />)}
      </button>
    </th>
  );
}
