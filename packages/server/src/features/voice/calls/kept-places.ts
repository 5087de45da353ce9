import type { Infrastructure } from '../../../platform/infrastructure.ts';
import type { Calls } from './calls.ts';

/** A page opens its line at once; a place that it has left is free again after this. */
const keptMs = 5000;

export type KeptPlaces = ReturnType<typeof keptPlaces>;

/** Places in this process for calls whose lines are about to open; they count as calls. */
export function keptPlaces({
  calls: { places },
  load,
}: Pick<Infrastructure, 'load'> & { calls: Pick<Calls, 'places'> }) {
  load.countCalls(places.taken);
  const keepFor = (id: string) => void setTimeout(places.expect(id), keptMs).unref();

  return {
    /** Keeps a place; false where none is free. */
    keep(id: string): boolean {
      if (load.isFullOfCalls) return false;
      keepFor(id);
      return true;
    },

    /** Keeps a place unless one is kept for this call. Throws UNAVAILABLE where none is free. */
    require(id: string): void {
      if (places.isExpected(id)) return;
      load.requireCallRoom();
      keepFor(id);
    },
  };
}
