import { besideInRow, gridRows, gridTarget } from '../../../kit/ui/grid-keys.ts';

/** Right opens a category or goes into it, and leads from a node to its star. */
function toRight(at: HTMLElement, rows: readonly HTMLElement[]): HTMLElement | undefined {
  const isOpen = at.getAttribute('aria-expanded');
  if (isOpen === 'false') at.click();
  if (isOpen !== null) return isOpen === 'true' ? rows[rows.indexOf(at) + 1] : at;
  return besideInRow(at, 1);
}

/** Left leads back from the star to its node, from a node to its category, and closes that. */
function toLeft(at: HTMLElement): HTMLElement | undefined {
  const node = besideInRow(at, -1);
  if (node) return node;
  if (at.getAttribute('aria-expanded') === 'true') at.click();
  return at.closest('tbody')?.querySelector<HTMLElement>('[aria-expanded]') ?? undefined;
}

/** What a key leads to from a focused button of the palette's grid; nothing for a key that means nothing there. */
export function paletteTarget(grid: HTMLElement, at: HTMLElement, key: string): HTMLElement | undefined {
  if (key === 'ArrowRight') return toRight(at, gridRows(grid)) ?? at;
  if (key === 'ArrowLeft') return toLeft(at) ?? at;
  return gridTarget(grid, at, key);
}
