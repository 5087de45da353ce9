import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { readFreePages } from './free-pages.ts';
import type { Database } from './schema.ts';
import { isPostgres } from './sequence-column.ts';

interface IdleVacuum {
  /** Gives back some of what is free; false when there is no more. */
  vacuumSome(): Promise<boolean>;
  close(): Promise<void>;
}

const everyMs = 5000;
/** So few that the writer is held for some milliseconds. */
const pagesAtOnce = 200;
/** Above this share of its time the event loop has better things to do. */
const busy = 0.3;
/** Less than this is soon used again. */
const worthBytes = 4 * 1024 * 1024;

/** Gives the free pages of an embedded database back to the disk while the server has little to do. */
export function createIdleVacuum(db: Database, log: Logger): IdleVacuum {
  if (isPostgres(db)) return { vacuumSome: async () => false, close: async () => {} };
  let running: Promise<unknown> | undefined;
  let before = performance.eventLoopUtilization();

  async function vacuumSome(): Promise<boolean> {
    const { freeBytes, isIncremental } = await readFreePages(db);
    if (!isIncremental || freeBytes < worthBytes) return false;
    await sql`pragma incremental_vacuum(${sql.raw(String(pagesAtOnce))})`.execute(db);
    return true;
  }

  const timer = setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(before);
    before = performance.eventLoopUtilization();
    if (utilization > busy) return;
    running ??= vacuumSome()
      .catch((error: unknown) => log.error({ err: error }, 'giving free pages back failed'))
      .finally(() => {
        running = undefined;
      });
  }, everyMs).unref();

  return {
    vacuumSome,
    async close() {
      clearInterval(timer);
      await running;
    },
  };
}
