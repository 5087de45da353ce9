import type { KeyActionId } from './key-actions.ts';
import styles from './key-cap.module.css';
import { chordCaps } from './key-chord.ts';
import { isMacKeyboard, keysOf, useChosenKeys } from './key-store.ts';

/** The key of an action as it is printed; nothing for an action without one. */
export function KeyCap({ id }: { id: KeyActionId }) {
  // Re-renders when a shortcut changes.
  useChosenKeys((state) => state.chosen[id]);
  const [chord] = keysOf(id);
  if (chord === undefined) return null;
  return (
    <kbd aria-hidden className={styles['cap']}>
      {chordCaps(chord, isMacKeyboard).join(' ')}
    </kbd>
  );
}
