import type { Scope } from '../../../platform/db/scope.ts';
import type { ComparedVector } from './near-vectors.ts';

interface KnownGap extends ComparedVector {
  readonly id: string;
}

interface AskedStore extends Scope {
  storeId: string;
  embedding: string;
}

interface KnownGapsParts {
  /** The latest gaps of a knowledge base that have a vector by a model. */
  read(of: AskedStore): Promise<KnownGap[]>;
  /** How long what was read counts as the latest. */
  keptMs?: number;
}

/** A question is compared with so many gaps, the latest. */
export const mostCompared = 300;
/** Of so many knowledge bases, the vectors take some megabytes. */
const mostStores = 4;

/**
 * The vectors of the latest gaps, kept for some seconds: where many questions find nothing, each is compared with them,
 * and reading them takes longer than comparing. A gap that is answered or deleted elsewhere may be among them that long.
 */
export function createKnownGaps({ read, keptMs = 5000 }: KnownGapsParts) {
  const kept = new Map<string, Promise<KnownGap[]>>();
  const keyOf = ({ workspaceId, storeId, embedding }: AskedStore) =>
    JSON.stringify([workspaceId, storeId, embedding]);

  return {
    of(store: AskedStore): Promise<KnownGap[]> {
      const key = keyOf(store);
      const known = kept.get(key);
      if (known) return known;
      const reading = read(store);
      kept.set(key, reading);
      const forget = () => {
        if (kept.get(key) === reading) kept.delete(key);
      };
      reading.catch(forget);
      setTimeout(forget, keptMs).unref();
      const [oldest] = kept.keys();
      if (kept.size > mostStores && oldest !== undefined) kept.delete(oldest);
      return reading;
    },

    /** A gap that was found by this process. */
    async add(store: AskedStore, gap: KnownGap): Promise<void> {
      const known = await kept.get(keyOf(store));
      known?.unshift(gap);
      known?.splice(mostCompared);
    },
  };
}
