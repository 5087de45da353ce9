import { AppError } from '@tendril/contract/app-error';

/** Where a page of a list begins: behind the row that has this number (a time, a position) and this id. */
export interface PagePlace {
  at: number;
  id: string;
}

/**
 * Reads what a query names as its `cursor`; `most`: what the list's numbers can be. Throws INVALID_INPUT for one that no
 * answer has given.
 */
export function readCursor(
  text: string | undefined,
  most: number = Number.MAX_SAFE_INTEGER,
): PagePlace | undefined {
  if (text === undefined) return undefined;
  const [at = '', id = ''] = text.split(' ', 2);
  if (!/^\d{1,16}$/.test(at) || Number(at) > most)
    throw new AppError('INVALID_INPUT', 'cursor: is none of this list');
  return { at: Number(at), id };
}

/** The rows of a page and the cursor of the next one, null for none: `found` has one row more where there is one. */
export function cutPage<Row extends { id: string }>(
  found: readonly Row[],
  limit: number,
  atOf: (row: Row) => number,
): { rows: Row[]; next: string | null } {
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, next: last ? `${atOf(last)} ${last.id}` : null };
}
