import type { Box } from '@tendril/contract/provider/block';
import type { PageItem } from './page-item.ts';

/** Text on one baseline without a wide gap in it. */
export interface Segment extends PageItem {
  /** Its place among the rows of the page: segments of one row stand side by side. */
  row: number;
}

/** Wider than this many times the size of the letters, a gap parts two cells of a table, or two columns. */
const cellGap = 0.55;
const columnGap = 1;
const wordGap = 0.12;

/** The smallest box around two. */
export function joinedBox(one: Box, other: Box): Box {
  const x = Math.min(one[0], other[0]);
  const y = Math.min(one[1], other[1]);
  const right = Math.max(one[0] + one[2], other[0] + other[2]);
  const bottom = Math.max(one[1] + one[3], other[1] + other[3]);
  return [x, y, right - x, bottom - y];
}

/** Two pieces of text that stand side by side, as one. */
export function joinedItems<Item extends PageItem>(one: Item, other: PageItem): Item {
  const gap = Math.max(other.left - one.right, one.left - other.right);
  const isParted =
    gap > Math.min(one.size, other.size) * wordGap && !/\s$/.test(one.text) && !/^\s/.test(other.text);
  const larger = other.size > one.size ? other : one;
  return {
    ...one,
    text: `${one.text}${isParted ? ' ' : ''}${other.text}`,
    left: Math.min(one.left, other.left),
    right: Math.max(one.right, other.right),
    top: Math.min(one.top, other.top),
    bottom: Math.max(one.bottom, other.bottom),
    baseline: larger.baseline,
    size: larger.size,
    isBold: one.isBold && other.isBold,
    box: joinedBox(one.box, other.box),
  };
}

/** Items whose baselines are no further apart than a raised number is from its word. */
function rowsOf(items: readonly PageItem[]): PageItem[][] {
  const rows: { baseline: number; size: number; items: PageItem[] }[] = [];
  for (const item of [...items].sort((one, other) => one.baseline - other.baseline)) {
    const row = rows.at(-1);
    if (row && item.baseline - row.baseline < Math.max(row.size, item.size) * 0.45) {
      row.items.push(item);
      if (item.size > row.size) [row.baseline, row.size] = [item.baseline, item.size];
    } else rows.push({ baseline: item.baseline, size: item.size, items: [item] });
  }
  return rows.map((row) => row.items);
}

/** The mark of an item of a list, or the number of a heading. */
export const itemMark = /^\s*([•◦▪‣●○■□–—*·-]|\(?(?:\d{1,3}|[a-zA-Z])[.)]|\d{1,2}(?:\.\d{1,2}){0,3})\s*$/u;

function isBeside(last: PageItem, item: PageItem, isRightToLeft: boolean, wideGap: number): boolean {
  const gap = isRightToLeft ? last.left - item.right : item.left - last.right;
  const size = Math.max(last.size, item.size);
  if (Math.abs(item.baseline - last.baseline) > size * 0.5) return false;
  const most = Math.min(last.size, item.size) * wideGap;
  return gap <= most && gap > -size * 2;
}

/** Whether most of a page is read from the right. */
export function readsFromRight(items: readonly PageItem[]): boolean {
  return items.filter((item) => item.isRightToLeft).length * 2 > items.length;
}

function joinRow(row: readonly Segment[], fromRight: boolean, wideGap: number): Segment[] {
  const joined: Segment[] = [];
  for (const item of row) {
    const last = joined.at(-1);
    // The mark of a list belongs to its text, however far it stands from it.
    const isMarked =
      joined.length === 1 && wideGap === columnGap && last !== undefined && itemMark.test(last.text);
    if (last && isBeside(last, item, fromRight, isMarked ? wideGap * 3 : wideGap))
      joined[joined.length - 1] = joinedItems(last, item);
    else joined.push(item);
  }
  return joined;
}

const tidied = (segment: Segment) => ({ ...segment, text: segment.text.replace(/\s+/g, ' ').trim() });

/** The segments of a page, row by row from its top, parted where cells of a table may be. */
export function pageSegments(items: readonly PageItem[], fromRight = readsFromRight(items)): Segment[] {
  return rowsOf(items).flatMap((members, number) => {
    const row = members
      .sort((one, other) => (fromRight ? other.right - one.right : one.left - other.left))
      .map((item) => ({ ...item, row: number }));
    return joinRow(row, fromRight, cellGap).map(tidied);
  });
}

/** The same segments as lines of text: only the gap between two columns parts them. */
export function textSegments(segments: readonly Segment[], fromRight: boolean): Segment[] {
  const rows = Map.groupBy(segments, ({ row }) => row).values();
  return [...rows].flatMap((row) => joinRow(row, fromRight, columnGap).map(tidied));
}
