import { useMemo } from 'react';
import { keysOf, useChosenKeys } from '../keys/key-store.ts';

/** The key that moves the view while it is held, in the names React Flow listens to; null for none. */
export function usePanKey(): string[] | null {
  const chosen = useChosenKeys((state) => state.chosen.panDrag);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys are read again when others are chosen
  return useMemo(() => {
    const codes = keysOf('panDrag').map((chord) => (/^[A-Z]$/.test(chord) ? `Key${chord}` : chord));
    return codes.length > 0 ? codes : null;
  }, [chosen]);
}
