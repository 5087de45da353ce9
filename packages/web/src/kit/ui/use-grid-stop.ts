import { type FocusEvent, type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { gridTarget, isAboveAll } from './grid-keys.ts';

/** The one button of a grid that Tab reaches; without a column it is the main one of its row. */
export interface GridStop {
  row: string;
  column?: string | undefined;
}

interface GridStopOptions {
  /** The names of the rows in their order. */
  rows: readonly string[];
  /** Where Tab leads at first; absent, to the first row. */
  first?: string | undefined;
  /** Where letters go, and Up from the first row. */
  toSearch?: () => void;
  /** What a key leads to, where the grid has more than rows and columns. */
  target?: typeof gridTarget;
}

const isTyped = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  !(ctrlKey || metaKey || altKey) && /^[\p{L}\p{N}]$/u.test(key);

/**
 * Makes a table of buttons one stop of Tab: arrows, Home, End and pages move among its rows and columns, which are the
 * buttons with `data-row` and `data-column`. Letters typed after a click stay with the screen, whose keys they are.
 */
export function useGridStop(grid: RefObject<HTMLElement | null>, options: GridStopOptions) {
  const { rows, first = '', toSearch, target: targetOf = gridTarget } = options;
  const [stop, setStop] = useState<GridStop>({ row: '' });
  const isPressed = useRef(false);
  const firstShown = { row: rows.includes(first) ? first : (rows[0] ?? '') };
  const shown: GridStop = rows.includes(stop.row) ? stop : firstShown;

  const onKeyDown = (event: KeyboardEvent) => {
    const at = event.target;
    if (!(at instanceof HTMLElement) || !grid.current) return;
    if (toSearch && isTyped(event)) {
      if (isPressed.current) return;
      // The focus moves before the letter is entered, so it arrives in the search.
      event.stopPropagation();
      toSearch();
      return;
    }
    const target = targetOf(grid.current, at, event.key);
    if (!target) return;
    event.preventDefault();
    isPressed.current = false;
    if (toSearch && isAboveAll(grid.current, at, event.key)) toSearch();
    else target.focus();
  };
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const row = target.closest('tr')?.querySelector<HTMLElement>('[data-row]')?.dataset['row'];
    if (row !== undefined) setStop({ row, column: target.dataset['column'] });
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (!grid.current?.contains(relatedTarget)) isPressed.current = false;
  };
  const onPointerDown = () => {
    isPressed.current = true;
  };
  return { stop: shown, keys: { onKeyDown, onFocus, onBlur, onPointerDown } };
}
