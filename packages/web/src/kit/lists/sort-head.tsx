import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ListColumn } from './list-column.ts';
import styles from './list-table.module.css';

/** By which column a table is sorted, and which way. */
export interface Sorting<C extends string> {
  column: C;
  isDescending: boolean;
}

interface SortHeadProps<T, C extends string> {
  column: ListColumn<T, C>;
  sorting: Sorting<C> | undefined;
  onSort: (sorting: Sorting<C>) => void;
}

/** The head of a column: a press sorts by it, one more turns the order round. */
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
