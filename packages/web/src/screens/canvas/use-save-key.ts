import { useEffect } from 'react';
import { chordOf } from '../../features/canvas/keys/key-chord.ts';
import { doesAction } from '../../features/canvas/keys/key-store.ts';

/** The key of Save (Ctrl S) saves, also while somebody types. */
export function useSaveKey(save: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!doesAction(chordOf(event), 'save')) return;
      event.preventDefault();
      save();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [save]);
}
