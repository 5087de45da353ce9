/** Rows that Page Up and Page Down pass over. */
const pageRows = 10;

const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: pageRows,
  PageUp: -pageRows,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

const rowsOf = (grid: HTMLElement) => [...grid.querySelectorAll<HTMLElement>('[data-row]')];
const lineOf = (element: HTMLElement) => element.closest('tr');
const isStar = (element: HTMLElement) => element.matches('[data-star]');

/** Right opens a category or goes into it, and leads from a node to its star. */
function toRight(at: HTMLElement, rows: readonly HTMLElement[]): HTMLElement | undefined {
  const isOpen = at.getAttribute('aria-expanded');
  if (isOpen === 'false') at.click();
  if (isOpen !== null) return isOpen === 'true' ? rows[rows.indexOf(at) + 1] : at;
  return lineOf(at)?.querySelector<HTMLElement>('[data-star]') ?? undefined;
}

/** Left leads back from the star to its node, from a node to its category, and closes that. */
function toLeft(at: HTMLElement): HTMLElement | undefined {
  if (isStar(at)) return lineOf(at)?.querySelector<HTMLElement>('[data-row]') ?? undefined;
  if (at.getAttribute('aria-expanded') === 'true') at.click();
  return at.closest('tbody')?.querySelector<HTMLElement>('[aria-expanded]') ?? undefined;
}

function upOrDown(at: HTMLElement, rows: readonly HTMLElement[], step: number): HTMLElement | undefined {
  const from = rows.findIndex((row) => lineOf(row) === lineOf(at));
  const next = rows[Math.max(0, Math.min(rows.length - 1, from + step))];
  const star = isStar(at) && next && lineOf(next)?.querySelector<HTMLElement>('[data-star]');
  return star || next;
}

/** What a key leads to from a focused button of the palette's grid; nothing for a key that means nothing there. */
export function paletteTarget(grid: HTMLElement, at: HTMLElement, key: string): HTMLElement | undefined {
  const rows = rowsOf(grid);
  if (key === 'ArrowRight') return toRight(at, rows) ?? at;
  if (key === 'ArrowLeft') return toLeft(at) ?? at;
  const step = steps[key];
  return step === undefined ? undefined : upOrDown(at, rows, step);
}

/** Whether Up leads out of the grid, from its first row. */
export function isAboveAll(grid: HTMLElement, at: HTMLElement, key: string): boolean {
  const [first] = rowsOf(grid);
  return key === 'ArrowUp' && first !== undefined && lineOf(first) === lineOf(at);
}
