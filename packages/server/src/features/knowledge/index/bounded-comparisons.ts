import { AppError } from '@tendril/contract/app-error';
import { sql } from 'kysely';
import { createFairQueue } from '../../../platform/db/readers/fair-queue.ts';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';

export interface ComparisonLimits {
  /** Comparisons at once; everything else finds its connections beside them. */
  places: number;
  /** From the question to its answer. */
  longestMs: number;
}

interface Comparisons {
  /** Runs a comparison when it is its turn. Throws UNAVAILABLE when it does not end in time, whatever the reason. */
  run<T>(workspaceId: string, compare: (trx: DatabaseTransaction) => Promise<T>): Promise<T>;
}

const mostWaiting = 50;
/** SQLSTATE of a statement that took longer than its limit. */
const canceled = '57014';

/** Comparisons by the database: some at once, and none for longer than somebody waits. */
export function boundedComparisons(db: Database, { places, longestMs }: ComparisonLimits): Comparisons {
  const queue = createFairQueue({ places, mostWaiting });
  return {
    async run(workspaceId, compare) {
      const until = performance.now() + longestMs;
      const deadline = AbortSignal.timeout(longestMs);
      const isOver = new Promise<never>((_, reject) => {
        deadline.addEventListener('abort', () => reject(deadline.reason), { once: true });
      });
      const work = () =>
        db.transaction().execute(async (trx) => {
          // The server ends it too: what nobody waits for takes no connection.
          const leftMs = Math.max(1, Math.ceil(until - performance.now()));
          await sql`select set_config('statement_timeout', ${String(leftMs)}, true)`.execute(trx);
          return compare(trx);
        });
      try {
        // A line that went dead in the middle says nothing at all.
        return await Promise.race([queue.run(workspaceId, work, deadline), isOver]);
      } catch (error) {
        if (!deadline.aborted && (error as { code?: unknown }).code !== canceled) throw error;
        const message = 'The database takes too long to compare. Try again in a moment.';
        throw new AppError('UNAVAILABLE', message, { cause: error });
      }
    },
  };
}
