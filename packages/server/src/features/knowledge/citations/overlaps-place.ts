import type { Place } from '@tendril/contract/provider/block';

interface CellRange {
  rows: readonly [from: number, to: number];
}

/** The rows of "A2:F40". */
function rowsOf(cells: string): CellRange['rows'] | undefined {
  const [, from, to] = /^[A-Z]{1,4}(\d{1,8})(?::[A-Z]{1,4}(\d{1,8}))?$/.exec(cells) ?? [];
  return from === undefined ? undefined : [Number(from), Number(to ?? from)];
}

const meet = (one: readonly [number, number], other: readonly [number, number]) =>
  one[0] <= other[1] && other[0] <= one[1];

/** Whether a block stands where a citation points to: where the format says less, less is compared. */
export function overlapsPlace(block: Place, cited: Place): boolean {
  if (cited.page !== undefined && block.page !== cited.page) return false;
  if (cited.slide !== undefined && block.slide !== cited.slide) return false;
  if (cited.sheet !== undefined && block.sheet !== cited.sheet) return false;
  if (cited.anchor !== undefined && block.anchor !== cited.anchor) return false;
  if (cited.lines) return block.lines !== undefined && meet(block.lines, cited.lines);
  if (cited.time) return block.time !== undefined && meet(block.time, cited.time);
  if (cited.cells === undefined || block.cells === undefined) return Object.keys(cited).length > 0;
  const [own, wanted] = [rowsOf(block.cells), rowsOf(cited.cells)];
  return own && wanted ? meet(own, wanted) : block.cells === cited.cells;
}
