import { type FocusEvent, type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { isAboveAll, paletteTarget } from './palette-keys.ts';

/** The one button of the grid that Tab reaches. */
export interface PaletteStop {
  row: string;
  isStar: boolean;
}

const isTyped = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  !(ctrlKey || metaKey || altKey) && /^[\p{L}\p{N}]$/u.test(key);

/**
 * Makes the grid of the palette one stop of Tab: arrows, Home, End and pages move among its rows, letters go to the
 * search. Letters typed after a click stay with the drawing, whose keys they are.
 */
export function usePaletteStop(
  grid: RefObject<HTMLElement | null>,
  rows: readonly string[],
  toSearch: () => void,
) {
  const [stop, setStop] = useState<PaletteStop>({ row: '', isStar: false });
  const isPressed = useRef(false);
  const shown = rows.includes(stop.row) ? stop : { row: rows[0] ?? '', isStar: false };

  const onKeyDown = (event: KeyboardEvent) => {
    const at = event.target;
    if (!(at instanceof HTMLElement) || !grid.current) return;
    if (isTyped(event)) {
      if (isPressed.current) return;
      // The focus moves before the letter is entered, so it arrives in the search.
      event.stopPropagation();
      toSearch();
      return;
    }
    const target = paletteTarget(grid.current, at, event.key);
    if (!target) return;
    event.preventDefault();
    isPressed.current = false;
    if (isAboveAll(grid.current, at, event.key)) toSearch();
    else target.focus();
  };
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const row = target.closest('tr')?.querySelector<HTMLElement>('[data-row]')?.dataset['row'];
    if (row !== undefined) setStop({ row, isStar: target.matches('[data-star]') });
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (!grid.current?.contains(relatedTarget)) isPressed.current = false;
  };
  const onPointerDown = () => {
    isPressed.current = true;
  };
  return { stop: shown, keys: { onKeyDown, onFocus, onBlur, onPointerDown } };
}
