import type { Infrastructure } from '../../../platform/infrastructure.ts';
import type { Calls } from './calls.ts';

/** A page opens its line at once; a place that it has left is free again after this. */
const keptMs = 5000;

export type KeptPlaces = ReturnType<typeof keptPlaces>;

/** Places in this process for calls whose lines are about to open; they count as calls. */
export function keptPlaces({
  calls,
  load,
}: Pick<Infrastructure, 'load'> & { calls: Pick<Calls, 'active' | 'isHere' | 'phones'> }) {
  const kept = new Map<string, number>();

  function waiting(): number {
    const now = performance.now();
    for (const [id, until] of kept) if (until < now || calls.isHere(id)) kept.delete(id);
    return kept.size;
  }
  load.countCalls(() => calls.active() + calls.phones.ringing() + waiting());

  return {
    /** Keeps a place; false where none is free. */
    keep(id: string): boolean {
      if (load.isFullOfCalls) return false;
      kept.set(id, performance.now() + keptMs);
      return true;
    },

    /** Throws UNAVAILABLE where none is free, and none was kept for this call. */
    require(id: string): void {
      waiting();
      if (!kept.has(id)) load.requireCallRoom();
    },
  };
}
