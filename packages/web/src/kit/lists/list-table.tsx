import type { ReactNode } from 'react';
import { listsTexts } from '../texts/en/lists.ts';
import { useTexts } from '../texts/texts.ts';
import type { ListColumn } from './list-column.ts';
import { ListRow, type ListRowParts } from './list-row.tsx';
import styles from './list-table.module.css';
import { SelectAllHead } from './select-box.tsx';
import { SortHead, type Sorting } from './sort-head.tsx';
import type { Selection } from './use-selection.ts';

interface ListTableProps<T extends { id: string }, C extends string> extends ListRowParts<T> {
  rows: readonly T[];
  columns: readonly ListColumn<T, C>[];
  /** Nothing while the order is one that no column shows. */
  sorting: Sorting<C> | undefined;
  onSort: (sorting: Sorting<C>) => void;
  selection?: Selection;
  /** The item count as text. */
  count: ReactNode;
}

/** A list as a table: check boxes, columns that sort, and a menu at the end of each row. */
export function ListTable<T extends { id: string }, C extends string>(props: ListTableProps<T, C>) {
  const { rows, columns, sorting, onSort, selection, count, ...parts } = props;
  const t = useTexts(listsTexts);
  return (
    <div className={styles['box']}>
      <table className={styles['table']} data-selecting={(selection && selection.ids.size > 0) || undefined}>
        <thead>
          <tr>
            {selection && <SelectAllHead selection={selection} shown={rows.map(({ id }) => id)} />}
            {columns.map((column) => (
              <SortHead key={column.id} column={column} sorting={sorting} onSort={onSort} />
            ))}
            <th className={styles['acts']}>
              <span className="visually-hidden">{t('actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <ListRow key={row.id} row={row} columns={columns} selection={selection} {...parts} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            {selection && <td />}
            {columns.map(({ id, foot, from, isFigure }, index) => (
              <td key={id} data-from={from} className={isFigure ? styles['figure'] : undefined}>
                {index === 0 ? <span role="status">{count}</span> : foot}
              </td>
            ))}
            <td />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
