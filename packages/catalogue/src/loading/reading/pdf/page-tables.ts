import type { Box } from '@tendril/contract/provider/block';
import { tableText } from '../table-text.ts';
import { itemMark, joinedBox, type Segment } from './page-segments.ts';

/** A table of a page: one unit, however its cells are arranged. */
export interface PageTable {
  text: string;
  boxes: Box[];
  left: number;
  right: number;
  top: number;
  bottom: number;
}

interface Column {
  left: number;
  right: number;
}

interface Region {
  rows: Segment[][];
  columns: Column[];
}

const overlaps = (column: Column, { left, right }: Column) => left < column.right && right > column.left;

/** The columns with one more row, or nothing where a cell of it lies across two of them. */
function withRow(columns: readonly Column[], row: readonly Segment[]): Column[] | undefined {
  const merged = columns.map((column) => ({ ...column }));
  for (const segment of row) {
    const touched = merged.filter((column) => overlaps(column, segment));
    if (touched.length > 1) return undefined;
    const [column] = touched;
    if (column) {
      column.left = Math.min(column.left, segment.left);
      column.right = Math.max(column.right, segment.right);
    } else merged.push({ left: segment.left, right: segment.right });
  }
  merged.sort((one, other) => one.left - other.left);
  const isApart = merged.every(
    (column, index) => index === 0 || column.left > (merged[index - 1]?.right ?? 0),
  );
  return isApart ? merged : undefined;
}

const average = (numbers: readonly number[]) =>
  numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);

function cellsOf({ rows, columns }: Region, index: number): Segment[] {
  const column = columns[index];
  return column ? rows.flatMap((row) => row.filter((segment) => overlaps(column, segment))) : [];
}

/** Cells of so many letters on average may as well be lines of text. */
const wordy = 18;
const leastWordyRows = 4;

/** Text that is set in columns fills them line by line; cells do not. A few lines of it cannot be distinguished. */
function isColumnText(region: Region): boolean {
  const { rows, columns } = region;
  if (average(rows.flat().map(({ text }) => text.length)) < wordy) return false;
  if (rows.length < leastWordyRows) return true;
  const full = columns.filter(({ left, right }, index) => {
    const cells = cellsOf(region, index);
    const filling = cells.filter((cell) => cell.right - cell.left >= (right - left) * 0.7);
    return cells.length >= 3 && filling.length >= cells.length * 0.6;
  });
  return full.length >= 2;
}

/** Two columns are a table only where the first holds short words and the second begins at one edge. */
function isTwoColumnTable(region: Region): boolean {
  const [names, values] = [cellsOf(region, 0), cellsOf(region, 1)];
  if (region.rows.filter((row) => row.length === 2).length < 3) return false;
  if (names.filter(({ text }) => itemMark.test(text)).length > names.length / 2) return false;
  const edge = Math.min(...values.map(({ left }) => left));
  const aligned = values.filter(({ left, size }) => left - edge < size * 0.5);
  return average(names.map(({ text }) => text.length)) <= 28 && aligned.length >= values.length * 0.8;
}

/** Whether the cells of a column begin, end or are centred at one place. */
function isAligned(cells: readonly Segment[]): boolean {
  if (cells.length < 2) return true;
  const places = [
    cells.map(({ left }) => left),
    cells.map(({ right }) => right),
    cells.map(({ left, right }) => (left + right) / 2),
  ];
  const slack = (cells[0]?.size ?? 10) * 0.4;
  return places.some((edges) => {
    const middle = [...edges].sort((one, other) => one - other)[Math.floor(edges.length / 2)] ?? 0;
    return edges.filter((edge) => Math.abs(edge - middle) <= slack).length >= edges.length * 0.7;
  });
}

function isTable(region: Region): boolean {
  const { rows, columns } = region;
  if (columns.length < 2 || rows.length < 2 || isColumnText(region)) return false;
  if (columns.length === 2) return isTwoColumnTable(region);
  const aligned = columns.filter((_, index) => isAligned(cellsOf(region, index)));
  return rows.filter((row) => row.length >= 3).length >= 2 && aligned.length >= columns.length * 0.75;
}

const bottomOf = (row: readonly Segment[]) => Math.max(...row.map(({ bottom }) => bottom));
const topOf = (row: readonly Segment[]) => Math.min(...row.map(({ top }) => top));
const sizeOf = (row: readonly Segment[]) => Math.max(...row.map(({ size }) => size));

/** A line of justified text with wide spaces is no row of cells. */
function isPartedText(row: readonly Segment[]): boolean {
  const gaps = row.slice(1).map((segment, index) => segment.left - (row[index]?.right ?? 0));
  return row.length > 1 && sizeOf(row) * 0.8 > Math.max(...gaps) && row.some(({ text }) => text.length > 40);
}

/** The longest run of rows from one on whose cells lie in the same columns. */
function growRegion(rows: readonly Segment[][], from: number): Region {
  const first = rows[from] ?? [];
  const region: Region = { rows: [first], columns: withRow([], first) ?? [] };
  for (let at = from + 1; at < rows.length; at += 1) {
    const row = rows[at] ?? [];
    const last = region.rows.at(-1) ?? first;
    const gap = topOf(row) - bottomOf(last);
    if (gap > sizeOf(last) * 2) break;
    // The second line of a cell follows closely, and below another cell than the first.
    const isContinuation =
      row.length === 1 && gap < sizeOf(last) * 0.6 && (row[0]?.left ?? 0) > (region.columns[0]?.right ?? 0);
    if (row.length < 2 && !isContinuation) break;
    const columns = withRow(region.columns, row);
    if (!columns || columns.length < region.columns.length || isPartedText(row)) break;
    region.rows.push(row);
    region.columns = columns;
  }
  while ((region.rows.at(-1)?.length ?? 2) < 2) region.rows.pop();
  return region;
}

function toTable({ rows, columns }: Region): PageTable {
  const lines: string[][] = [];
  for (const [index, row] of rows.entries()) {
    const cells = columns.map((column) =>
      row
        .filter((segment) => overlaps(column, segment))
        .map(({ text }) => text)
        .join(' '),
    );
    const last = lines.at(-1);
    const before = rows[index - 1];
    const isClose = before !== undefined && topOf(row) - bottomOf(before) < sizeOf(row) * 0.25;
    // A row without its first cell goes on with the row above it.
    if (last && cells[0] === '' && isClose && columns.length > 1 && index > 1)
      for (const [column, text] of cells.entries()) last[column] = `${last[column] ?? ''} ${text}`.trim();
    else lines.push(cells);
  }
  const segments = rows.flat();
  const boxOf = (row: readonly Segment[]) => row.map(({ box }) => box).reduce(joinedBox);
  return {
    text: tableText(lines),
    boxes: rows.map(boxOf),
    left: Math.min(...segments.map(({ left }) => left)),
    right: Math.max(...segments.map(({ right }) => right)),
    top: topOf(segments),
    bottom: bottomOf(segments),
  };
}

/** The tables of a page, and the segments that are in none. */
export function pageTables(segments: readonly Segment[]): { tables: PageTable[]; rest: Segment[] } {
  const rows = [...Map.groupBy(segments, ({ row }) => row).values()];
  const tables: PageTable[] = [];
  const rest: Segment[] = [];
  for (let at = 0; at < rows.length; ) {
    const row = rows[at] ?? [];
    const region = row.length >= 2 ? growRegion(rows, at) : undefined;
    if (region && isTable(region)) {
      tables.push(toTable(region));
      at += region.rows.length;
    } else {
      rest.push(...row);
      at += 1;
    }
  }
  return { tables, rest };
}
