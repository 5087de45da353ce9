import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../schema.ts';
import type { Backfill } from './backfill.ts';
import { backfillStore } from './backfills.store.ts';
import { runSlice } from './run-slice.ts';

interface BackfillRunnerParts {
  db: Database;
  log: Logger;
  backfills: readonly Backfill[];
  /** How often somebody looks whether there is one. */
  everyMs?: number;
}

/** Does what migrations have left to be done, beside everything else that a server does. */
interface BackfillRunner {
  /** Does all slices that are open now; `onSlice` is called after each. */
  runAll(signal: AbortSignal, onSlice?: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

const lookMs = 60_000;
const leastPauseMs = 20;
const afterFaultMs = 1000;
const mostFaults = 10;

/**
 * Any number of processes may run it: each slice is one's. Half of the time is left to others, and a slice that fails,
 * because somebody else holds a row of it, is tried again.
 */
export function createBackfillRunner({
  db,
  log,
  backfills,
  everyMs = lookMs,
}: BackfillRunnerParts): BackfillRunner {
  const closing = new AbortController();
  let running: Promise<void> | undefined;
  const store = backfillStore(db);

  async function run(backfill: Backfill, signal: AbortSignal, onSlice?: () => Promise<void>): Promise<void> {
    for (let faults = 0; !signal.aborted && faults < mostFaults; ) {
      const since = performance.now();
      try {
        const result = await runSlice(db, backfill);
        faults = 0;
        await onSlice?.();
        if (result === 'done') log.info({ backfill: backfill.name }, 'a backfill is complete');
        if (result !== 'more') return;
      } catch (error) {
        faults += 1;
        log.warn({ err: error, backfill: backfill.name }, 'a slice of a backfill failed');
        await store.noteFault(backfill.name, error).catch(() => {});
        await pause(afterFaultMs, signal);
      }
      await pause(Math.max(leastPauseMs, performance.now() - since), signal);
    }
  }

  async function runAll(signal: AbortSignal, onSlice?: () => Promise<void>): Promise<void> {
    const open = new Set(await store.listOpen());
    for (const backfill of backfills) if (open.has(backfill.name)) await run(backfill, signal, onSlice);
  }

  const timer = setInterval(() => {
    running ??= runAll(closing.signal)
      .catch((error: unknown) => log.error({ err: error }, 'looking for backfills failed'))
      .finally(() => {
        running = undefined;
      });
  }, everyMs).unref();

  return {
    runAll,
    async close() {
      clearInterval(timer);
      closing.abort();
      await running;
    },
  };
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal, ref: false }).catch(() => {});
}
