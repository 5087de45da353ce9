import { setTimeout as wait } from 'node:timers/promises';
import type { RunOutcome } from '@tendril/engine/run-request';
import type { Logger } from 'pino';
import type { Database } from '../../../platform/db/schema.ts';
import type { LiveRun } from './live-run.ts';
import { handedOver, type ProgressEntry } from './run-progress.ts';
import { runStore } from './runs.store.ts';

interface HandoverParts {
  db: Database;
  log: Logger;
  writer: { flush(run: LiveRun): Promise<void> };
  /** Writes what a run has achieved. */
  keep(run: LiveRun, entry: ProgressEntry): Promise<void>;
  /** Of this process. */
  ownerId: string;
}

/** How long a step that was aborted may take to notice: until then nobody else begins it again. */
const leaveMs = 2000;

/** Leaves runs to other processes: what they have achieved is on disk, and nothing more is written of them here. */
export function runHandover({ db, log, writer, keep, ownerId }: HandoverParts) {
  /** The last write of what a run has achieved. */
  const keeping = new WeakMap<LiveRun, Promise<unknown>>();
  const releasing = new WeakMap<LiveRun, Promise<boolean>>();
  /** Ends the wait for the steps of a run. */
  const leaving = new WeakMap<LiveRun, AbortController>();
  /** Others may have them by now. */
  const freed = new WeakSet<LiveRun>();
  /** This process may have lost them; nothing is written of them. */
  const abandoned = new WeakSet<LiveRun>();

  async function give(run: LiveRun): Promise<boolean> {
    const left = new AbortController();
    leaving.set(run, left);
    // What its steps emit because they are aborted did not happen.
    const flushed = writer.flush(run);
    run.release();
    try {
      await Promise.all([flushed, keeping.get(run)]);
      await wait(leaveMs, undefined, { signal: left.signal, ref: false }).catch(() => undefined);
      // It has ended after all.
      if (!run.isHandedBack) return false;
      if (run.earlier) await keep(run, handedOver);
      freed.add(run);
      return await runStore(db).release(run.id, ownerId);
    } catch (error) {
      // Its row is found without an owner once this process has none.
      log.error({ err: error, runId: run.id }, 'a run could not be handed back');
      return false;
    }
  }

  return {
    /** Whether a run goes on from its last step in another process. */
    canGoOn: ({ turn }: LiveRun): boolean => turn.goesOn === true,

    /** Returns whether another process may take it. */
    release(run: LiveRun): Promise<boolean> {
      const begun = releasing.get(run) ?? give(run);
      releasing.set(run, begun);
      return begun;
    },

    /** Leaves a run that others may have, or take next, without the database: it goes on from what is stored. */
    abandon(run: LiveRun): void {
      abandoned.add(run);
      if (run.turn.goesOn !== true) run.stop();
      else if (!releasing.has(run)) {
        releasing.set(run, Promise.resolve(false));
        run.release();
      }
    },

    isAbandoned: (run: LiveRun): boolean => abandoned.has(run),

    /** Whether how a run ended here counts for nothing, because it goes on elsewhere. */
    hasLeft(run: LiveRun, { status }: Pick<RunOutcome, 'status'>): boolean {
      if (!run.isHandedBack) return false;
      const isGone = freed.has(run) || (status !== 'done' && status !== 'waiting');
      if (!isGone) run.takeBack();
      leaving.get(run)?.abort();
      return isGone;
    },

    /** Writes what a run has achieved, before it may be handed back. */
    track(run: LiveRun, write: () => Promise<void>): Promise<void> {
      if (run.isHandedBack) return Promise.reject(run.signal.reason);
      const written = write();
      keeping.set(run, Promise.allSettled([keeping.get(run), written]));
      return written;
    },
  };
}
