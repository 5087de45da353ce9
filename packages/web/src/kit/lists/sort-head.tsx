import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';

/** By which column a table is sorted, and which way. */
export interface Sorting<C extends string> {
  column: C;
  isDescending: boolean;
}

interface SortHeadProps<C extends string> {
  column: C;
  sorting: Sorting<C>;
  onSort: (sorting: Sorting<C>) => void;
  children: ReactNode;
}

/** The head of a column: a press sorts by it, one more turns the order round. */
export function SortHead<C extends string>({ column, sorting, onSort, children }: SortHeadProps<C>) {
  const isSorted = sorting.column === column;
  const order = sorting.isDescending ? 'descending' : 'ascending';
  return (
    <th aria-sort={isSorted ? order : undefined}>
      <button
        type="button"
        onClick={() => onSort({ column, isDescending: isSorted ? !sorting.isDescending : false })}
      >
        {children}
        {isSorted && (sorting.isDescending ? <ArrowDown size={14} /> : <ArrowUp size={14} />)}
      </button>
    </th>
  );
}
