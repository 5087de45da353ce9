import type { ReactNode } from 'react';

/** One column of a list's table. */
export interface ListColumn<T, C extends string = string> {
  id: C;
  label: string;
  cell: (row: T) => ReactNode;
  /** Fills the remaining width; long words are truncated. */
  isMain?: boolean;
  /** Numbers stand at the end of their column. */
  isFigure?: boolean;
  /** Cannot be sorted by. */
  isFixed?: boolean;
  /** The first press sorts the largest or newest to the top; figures do so anyway. */
  startsDescending?: boolean;
  /** The width in pixels from which it is shown. */
  from?: 520 | 660 | 800 | 1080 | 1240;
  /** Under the column: a sum. */
  foot?: ReactNode;
}
