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

/** A button that cannot take the focus is passed over. */
const stops = ':is([data-row], [data-column]):not(:disabled)';
const lineOf = (element: HTMLElement) => element.closest('tr');

/** The main buttons of a grid, one in each row. */
export const gridRows = (grid: HTMLElement) => [...grid.querySelectorAll<HTMLElement>('[data-row]')];

/** The next button of the same row, to the right or to the left. */
export function besideInRow(at: HTMLElement, step: 1 | -1): HTMLElement | undefined {
  const buttons = [...(lineOf(at)?.querySelectorAll<HTMLElement>(stops) ?? [])];
  const from = buttons.indexOf(at);
  return from === -1 ? undefined : buttons[from + step];
}

/** Up and down stay in the column as far as the other row has it. */
function inOtherRow(grid: HTMLElement, at: HTMLElement, step: number): HTMLElement | undefined {
  const rows = gridRows(grid);
  const from = rows.findIndex((row) => lineOf(row) === lineOf(at));
  const next = rows[Math.max(0, Math.min(rows.length - 1, from + step))];
  const { column } = at.dataset;
  if (column === undefined || !next) return next;
  return lineOf(next)?.querySelector<HTMLElement>(`[data-column="${column}"]:not(:disabled)`) ?? next;
}

/** The button that a key leads to from a focused one; nothing for a key that a grid does not have. */
export function gridTarget(grid: HTMLElement, at: HTMLElement, key: string): HTMLElement | undefined {
  if (key === 'ArrowRight') return besideInRow(at, 1) ?? at;
  if (key === 'ArrowLeft') return besideInRow(at, -1) ?? at;
  const step = steps[key];
  return step === undefined ? undefined : inOtherRow(grid, at, step);
}

/** Whether Up leads out of the grid, from its first row. */
export function isAboveAll(grid: HTMLElement, at: HTMLElement, key: string): boolean {
  const [first] = gridRows(grid);
  return key === 'ArrowUp' && first !== undefined && lineOf(first) === lineOf(at);
}
