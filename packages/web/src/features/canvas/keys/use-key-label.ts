import type { KeyActionId } from './key-actions.ts';
import { chordCaps } from './key-chord.ts';
import { isMacKeyboard, keysOf, useChosenKeys } from './key-store.ts';

/** Puts the key of an action behind its name, as tooltips do: "Lay out (Shift L)". */
export function useKeyLabel(): (label: string, id: KeyActionId) => string {
  // Drawn again when a key is chosen.
  useChosenKeys((state) => state.chosen);
  return (label, id) => {
    const [chord] = keysOf(id);
    if (chord === undefined) return label;
    return `${label} (${chordCaps(chord, isMacKeyboard).join(isMacKeyboard ? '' : ' ')})`;
  };
}
