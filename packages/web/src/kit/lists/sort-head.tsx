import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ListColumn } from './list-column.ts';
import styles from './list-table.module.css';

/** The sort column and direction of a table. */
export interface Sorting<C extends string> {
  column: C;
  isDescending: boolean;
}

interface SortHeadProps<T, C extends string> {
  column: ListColumn<T, C>;
  sorting: Sorting<C> | undefined;
  onSort: (sorting: Sorting<C>) => void;
}

/** A column header: a click sorts by it, another reverses the order. */
export function SortHead<T, C extends string>({ column, sorting, onSort }: SortHeadProps<T, C>) {
  const { id, label, isFigure, isFixed, startsDescending = isFigure === true } = column;
  const isSorted = sorting?.column === id;
  const order = sorting?.isDescending ? 'descending' : 'ascending';
  return (
    <th
      aria-sort={isSorted ? order : undefined}
      data-from={column.from}
      className={isFigure ? styles['figure'] : undefined}
    >
      {isFixed ? (
        label
      ) : (
        <button
          type="button"
          onClick={() =>
            onSort({ column: id, isDescending: isSorted ? !sorting.isDescending : startsDescending })
          }
        >
          {label}
          {isSorted && (sorting.isDescending ? <ArrowDown size={14} /> : <ArrowUp size={14} />)}
        </button>
      )}
    </th>
  );
}
