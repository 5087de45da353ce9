import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../schema.ts';
import { isPostgres } from '../sequence-column.ts';
import type { WriteGroup } from '../write-group.ts';
import { textIndexStore } from './text-index.store.ts';

interface TextIndexerParts {
  db: Database;
  writes: WriteGroup;
  log: Logger;
}

/** Indexes texts that were written, while the server has little to do. */
export interface TextIndexer {
  /** Indexes everything that waits. */
  catchUp(): Promise<void>;
  close(): Promise<void>;
}

const everyMs = 2000;
const pauseMs = 20;
/** So few that nothing waits for them for long; indexing a text takes about a tenth of a millisecond. */
const textsAtOnce = 10;
/** Above this share of its time the event loop has better things to do. */
const busy = 0.6;

/** On PostgreSQL the database indexes by itself, and this does nothing. */
export function createTextIndexer({ db, writes, log }: TextIndexerParts): TextIndexer {
  if (isPostgres(db)) return { catchUp: async () => {}, close: async () => {} };
  let isClosed = false;
  let running: Promise<void> | undefined;
  const indexSome = () => writes.write((trx) => textIndexStore(trx).indexSome(textsAtOnce));

  async function indexWhileIdle(): Promise<void> {
    let before = performance.eventLoopUtilization();
    while (!isClosed && (await indexSome()) > 0) {
      await sleep(pauseMs, undefined, { ref: false });
      const { utilization } = performance.eventLoopUtilization(before);
      before = performance.eventLoopUtilization();
      if (utilization > busy) return;
    }
  }

  const timer = setInterval(() => {
    running ??= indexWhileIdle()
      .catch((error: unknown) => log.error({ err: error }, 'indexing texts failed'))
      .finally(() => {
        running = undefined;
      });
  }, everyMs).unref();

  return {
    async catchUp() {
      while ((await indexSome()) > 0);
    },
    async close() {
      isClosed = true;
      clearInterval(timer);
      await running;
    },
  };
}
