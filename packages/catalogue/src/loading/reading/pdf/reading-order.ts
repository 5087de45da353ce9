/** A rectangle with text: a segment or a table. */
export interface Unit {
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** Of the letters; 0 for tables. */
  size: number;
}

interface Interval {
  from: number;
  to: number;
}

/** A gap between two columns is at least this many times the size of the letters. */
const leastGap = 0.9;
const deepest = 8;

/** Units whose heights overlap: no line can be drawn between them from the left to the right. */
function rowsOf<U extends Unit>(units: readonly U[]): U[][] {
  const rows: U[][] = [];
  let bottom = Number.NEGATIVE_INFINITY;
  for (const unit of [...units].sort((one, other) => one.top - other.top)) {
    // Letters reach a little into the next line.
    const slack = Math.min(unit.bottom - unit.top, 20) * 0.3;
    const row = rows.at(-1);
    if (row && unit.top < bottom - slack) row.push(unit);
    else rows.push([unit]);
    bottom = Math.max(row && unit.top < bottom - slack ? bottom : Number.NEGATIVE_INFINITY, unit.bottom);
  }
  return rows;
}

/** What of the width the units leave free, between the first and the last of them. */
function gapsOf(units: readonly Unit[], least: number): Interval[] {
  const gaps: Interval[] = [];
  let right = Number.POSITIVE_INFINITY;
  for (const unit of [...units].sort((one, other) => one.left - other.left)) {
    if (unit.left - right >= least) gaps.push({ from: right, to: unit.left });
    right = right === Number.POSITIVE_INFINITY ? unit.right : Math.max(right, unit.right);
  }
  return gaps;
}

interface Band<U extends Unit> {
  rows: U[][];
  /** Where its columns are parted; none where it is one column. */
  gaps: Interval[];
}

const medianSize = (units: readonly Unit[]) => {
  const sizes = units.flatMap(({ size }) => (size > 0 ? [size] : [])).sort((one, other) => one - other);
  return sizes[Math.floor(sizes.length / 2)] ?? 10;
};

/** Whether a row stands alone above columns that begin again below it: a heading across the page. */
function standsAcross<U extends Unit>(
  row: readonly U[],
  next: readonly U[] | undefined,
  gaps: Interval[],
  usual: number,
) {
  const [only] = row;
  if (row.length !== 1 || !only || !next || only.size < usual * 1.15) return false;
  return gaps.some(
    ({ from, to }) => next.some(({ right }) => right <= from) && next.some(({ left }) => left >= to),
  );
}

/** Whether all of these units stand on one side of every gap, and on which. */
function sideOf(units: readonly Unit[], { from, to }: Interval): 'left' | 'right' | 'both' | 'across' {
  const isLeft = units.some(({ left }) => left < from);
  const isRight = units.some(({ right }) => right > to);
  if (units.some(({ left, right }) => left < from && right > to)) return 'across';
  return isLeft && isRight ? 'both' : isLeft ? 'left' : 'right';
}

/** Columns that end at one height, with space below them and text on one side only, are complete. */
function isSectionEnd<U extends Unit>({ rows, gaps }: Band<U>, next: readonly U[][], usual: number): boolean {
  const [gap] = gaps;
  const members = rows.flat();
  if (!gap || next.length === 0) return false;
  const side = sideOf(next[0] ?? [], gap);
  if (side === 'both' || next.slice(0, 3).some((row) => sideOf(row, gap) !== side)) return false;
  const bottoms = columnsOf(members, gaps).map((column) => Math.max(...column.map(({ bottom }) => bottom)));
  const isEven = Math.max(...bottoms) - Math.min(...bottoms) <= usual * 1.6;
  const top = Math.min(...(next[0] ?? []).map((unit) => unit.top));
  return isEven && top - Math.max(...bottoms) >= usual * 0.7;
}

/** Whether a row goes on with the columns of a band, or with its one column. */
function fitsBand<U extends Unit>(
  band: Band<U>,
  next: readonly U[][],
  least: number,
  usual: number,
): boolean {
  const [row = []] = next;
  if (band.gaps.length === 0) return gapsOf(row, least).length === 0;
  if (gapsOf([...band.rows.flat(), ...row], least).length === 0) return false;
  return !standsAcross(row, next[1], band.gaps, usual) && !isSectionEnd(band, next, usual);
}

/** Rows above columns that stand wholly beside the gap between them may be the first of one of them. */
function pullBack<U extends Unit>(before: Band<U> | undefined, band: Band<U>, usual: number): void {
  const [gap] = band.gaps;
  if (!before || !gap || before.gaps.length > 0) return;
  for (;;) {
    const row = before.rows.at(-1);
    if (!row || sideOf(row, gap) !== 'right' || row.some(({ size }) => size >= usual * 1.3)) return;
    before.rows.pop();
    band.rows.unshift(row);
  }
}

/** Runs of rows with the same columns. */
function bandsOf<U extends Unit>(units: readonly U[], least: number): Band<U>[] {
  const rows = rowsOf(units);
  const usual = medianSize(units);
  const bands: Band<U>[] = [];
  for (const [index, row] of rows.entries()) {
    const last = bands.at(-1);
    if (last && fitsBand(last, rows.slice(index, index + 4), least, usual)) {
      last.rows.push(row);
      if (last.gaps.length > 0) last.gaps = gapsOf(last.rows.flat(), least);
      continue;
    }
    const band = { rows: [row], gaps: gapsOf(row, least) };
    pullBack(last, band, usual);
    bands.push(band);
  }
  return bands.filter((band) => band.rows.length > 0);
}

/** Columns stand beside each other in more than one row. */
const hasColumns = <U extends Unit>({ rows, gaps }: Band<U>) =>
  gaps.some((gap) => rows.filter((row) => sideOf(row, gap) === 'both').length >= 2);

function columnsOf<U extends Unit>(units: readonly U[], gaps: readonly Interval[]): U[][] {
  const columns: U[][] = Array.from({ length: gaps.length + 1 }, () => []);
  for (const unit of units) {
    const middle = (unit.left + unit.right) / 2;
    columns[gaps.filter(({ from, to }) => middle > (from + to) / 2).length]?.push(unit);
  }
  return columns;
}

const byPlace = (one: Unit, other: Unit) => one.top - other.top || one.left - other.left;

/**
 * Units in the order in which they are read, as regions of one column each: pages are cut into bands of the same
 * columns, bands into columns, and these again.
 */
export function readingOrder<U extends Unit>(units: readonly U[], fromRight = false, depth = 0): U[][] {
  const least = medianSize(units) * leastGap;
  if (depth >= deepest || units.length < 3) return [[...units].sort(byPlace)];
  return bandsOf(units, least).flatMap((band) => {
    const { rows, gaps } = band;
    const members = rows.flat();
    // One line with gaps in it is a line; columns have several.
    if (!hasColumns(band)) return [members.sort(byPlace)];
    const columns = columnsOf(members, gaps);
    if (fromRight) columns.reverse();
    return columns.flatMap((column) => readingOrder(column, fromRight, depth + 1));
  });
}
