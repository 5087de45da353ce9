import { AppError } from '@tendril/contract/app-error';
import type { Database, DatabaseTransaction } from './schema.ts';

type Write<T> = (trx: DatabaseTransaction) => Promise<T>;

/** Groups the writes of one tick into one commit. */
export interface WriteGroup {
  /**
   * Runs `fn` inside a shared transaction and resolves after its commit. If another write of the same group fails, `fn`
   * is run again on its own: it may only touch the given transaction and its own variables.
   */
  write<T>(fn: Write<T>): Promise<T>;
  /** Resolves once everything requested so far is on disk. */
  settle(): Promise<void>;
}

interface Waiting {
  fn: Write<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** One fsync for many turns: everybody who writes in the same tick shares the cost of a durable commit. */
export function createWriteGroup(db: Database): WriteGroup {
  let queue: Waiting[] = [];
  let running: Promise<void> | undefined;

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      // Lets the other requests of this tick join before the transaction begins.
      await new Promise((resolve) => setImmediate(resolve));
      const group = queue;
      queue = [];
      await commit(db, group);
    }
    running = undefined;
  }

  return {
    write<T>(fn: Write<T>): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        queue.push({ fn, resolve: (value) => resolve(value as T), reject });
        running ??= drain();
      });
    },
    settle: () => running ?? Promise.resolve(),
  };
}

async function commit(db: Database, group: Waiting[]): Promise<void> {
  try {
    const values = await db.transaction().execute(async (trx) => {
      const results: unknown[] = [];
      for (const { fn } of group) results.push(await fn(trx));
      return results;
    });
    group.forEach(({ resolve }, index) => {
      resolve(values[index]);
    });
  } catch (error) {
    // One bad write must not fail the others: each is retried in a transaction of its own. An unreachable database
    // fails them all, because retrying each would only make them queue.
    const isLost = error instanceof AppError && error.code === 'UNAVAILABLE';
    if (group.length > 1 && !isLost) for (const one of group) await commit(db, [one]);
    else for (const { reject } of group) reject(error);
  }
}
