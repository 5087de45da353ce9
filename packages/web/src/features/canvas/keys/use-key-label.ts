import type { KeyActionId } from './key-actions.ts';
import { chordCaps } from './key-chord.ts';
import { isMacKeyboard, keysOf, useChosenKeys } from './key-store.ts';

/** Appends the shortcut of an action to its name for tooltips: "Tidy up (Shift L)". */
export function useKeyLabel(): (label: string, id: KeyActionId) => string {
  // Re-renders when a shortcut changes.
  useChosenKeys((state) => state.chosen);
  return (label, id) => {
    const [chord] = keysOf(id);
    if (chord === undefined) return label;
    return `${label} (${chordCaps(chord, isMacKeyboard).join(isMacKeyboard ? '' : ' ')})`;
  };
}
