import { setImmediate as nextTick } from 'node:timers/promises';
import type { RunEvent } from '@tendril/contract/run-event';
import type { Logger } from 'pino';
import { mintOrderedId } from '../../../platform/db/ordered-id.ts';
import type { Database, RunTable } from '../../../platform/db/schema.ts';
import type { EventEntry, EventLog } from '../../../platform/events/events.ts';
import { toAppError } from '../../../platform/http/errors.ts';
import { openWork } from '../../../platform/processes/open-work.ts';
import type { Vault } from '../../../platform/secrets/vault.ts';
import type { MessageRow } from '../chat-messages/public.ts';
import { interruptRun, questionOf } from './interrupt-run.ts';
import { LiveRun } from './live-run.ts';
import type { NewTurn } from './new-turn.ts';
import { handedOver, openProgress, type ProgressEntry, progressStore } from './run-progress.ts';
import { openInnerRuns, runStore } from './runs.store.ts';

/** A run that stops the server each time it goes on is given up. */
const mostAttempts = 10;
/** After that nobody expects the answer any more. */
const longestDownMs = 86_400_000;

/** A run in progress that no living process executes, with what is stored of it. */
export interface AbandonedRun {
  readonly run: RunTable;
  /** Absent for a run of a part of the draft, and where it has been deleted. */
  readonly question: MessageRow | undefined;
  readonly progress: readonly ProgressEntry[];
}

/** How an abandoned run goes on. */
interface Continuation<T> {
  readonly turn: NewTurn;
  execute(run: LiveRun): Promise<T>;
}

/** Prepares a run to go on from its last step; undefined for one that does not. */
export type ContinueRun<T = unknown> = (abandoned: AbandonedRun) => Promise<Continuation<T> | undefined>;

/** A run that goes on. */
interface Resumed<T> {
  readonly run: LiveRun;
  /** Settles once it has ended. */
  readonly finished: Promise<T>;
}

interface RunRecoveryParts {
  db: Database;
  events: EventLog;
  vault: Vault;
  log: Logger;
  /** Of this process. */
  ownerId: string;
  /** Runs that are being started. */
  beginning: Set<string>;
  /** Whether this process still executes a run, or has its end to write. */
  isLive(runId: string): boolean;
  isClosing(): boolean;
  addLive(run: LiveRun): void;
  keep(run: LiveRun, entry: ProgressEntry): Promise<void>;
}

const passing = new Set(['UNAVAILABLE', 'TOO_MANY_REQUESTS']);

/**
 * Takes over runs in progress that no living process executes: each goes on from its last step, or ends as interrupted.
 */
export function runRecovery(parts: RunRecoveryParts) {
  const { db, events, log, ownerId, beginning, isLive, isClosing } = parts;
  const open = openWork(db, 'run', ownerId);

  /** Ends a run, and what its steps have asked for: nobody asks for that again. */
  async function interrupt(run: RunTable): Promise<void> {
    await db.transaction().execute(async (trx) => {
      if (await openWork(trx, 'run', ownerId).claim(run.id)) await interruptRun(trx, events, run, ownerId);
    });
    await interruptInner(run);
  }

  async function interruptInner({ id, workspaceId }: Pick<RunTable, 'id' | 'workspaceId'>): Promise<void> {
    for (const inner of await openInnerRuns(db, { workspaceId }, id))
      if (!isLive(inner.id)) await interrupt(inner);
  }

  /** Goes on with a claimed run; undefined, with the run ended, where that cannot be. */
  async function resume<T>(run: RunTable, continueRun: ContinueRun<T>): Promise<Resumed<T> | undefined> {
    const abandoned = await readAbandoned(parts, run);
    const continuation = isOver(abandoned) ? undefined : await continueRun(abandoned);
    if (!continuation) {
      await interrupt(run);
      return undefined;
    }
    const { progress } = abandoned;
    const live = await restoreRun(db, events, run, continuation.turn, progress.length);
    const attempt = attemptsOf(progress) + 1;
    parts.addLive(live);
    live.emit({ type: 'run-resume', attempt });
    await parts.keep(live, { kind: 'attempt', value: null });
    return { run: live, finished: continuation.execute(live) };
  }

  async function goOn(run: RunTable, continueRun: ContinueRun): Promise<void> {
    const resumed = await resume(run, continueRun);
    // Its watchers learn of a failure from its events; one that could not be written is left to the next recovery.
    resumed?.finished.catch((error: unknown) => {
      log.error({ err: error, runId: run.id }, 'a run that went on after a crash failed');
    });
  }

  async function goOnAll(runs: readonly RunTable[], continueRun: ContinueRun): Promise<void> {
    for (const run of runs) {
      try {
        // What is not begun any more is left to others.
        if (isClosing()) await runStore(db).release(run.id, ownerId);
        else await goOn(run, continueRun);
      } catch (error) {
        log.error({ err: error, runId: run.id }, 'a run could not go on after a crash');
        // Without the database, or with one that is busy, it is left to the next look.
        if (passing.has(toAppError(error).code)) continue;
        await interrupt(run).catch((cause: unknown) => {
          log.error({ err: cause, runId: run.id }, 'a run could not be ended after a crash');
        });
      } finally {
        beginning.delete(run.id);
      }
      await nextTick();
    }
  }

  return {
    /** Takes them over; they go on in the background. Without `continueRun` all of them end. Returns how many. */
    async recover(continueRun?: ContinueRun): Promise<number> {
      const taken: RunTable[] = [];
      const abandoned = await open.list();
      const all = new Set(abandoned.map(({ id }) => id));
      for (const run of abandoned) {
        if (isLive(run.id) || (continueRun && (await waitsForStep(db, run, all)))) continue;
        beginning.add(run.id);
        if (await open.claim(run.id)) taken.push(run);
        else beginning.delete(run.id);
      }
      if (continueRun) void goOnAll(taken, continueRun);
      else
        for (const run of taken) {
          await interrupt(run);
          beginning.delete(run.id);
        }
      return taken.length;
    },

    /** Goes on with a run whose process has died, now that the step which has asked for it asks again. */
    async adopt<T>(run: RunTable, continueRun: ContinueRun<T>): Promise<Resumed<T> | undefined> {
      if (isLive(run.id)) return undefined;
      beginning.add(run.id);
      try {
        return (await open.claim(run.id)) ? await resume(run, continueRun) : undefined;
      } finally {
        beginning.delete(run.id);
      }
    },

    /** Ends what the steps of a run had asked for before a crash, and have not asked for again. */
    interruptInner,
  };
}

function readAbandoned({ db, vault }: RunRecoveryParts, run: RunTable): Promise<AbandonedRun> {
  return db.transaction().execute(async (trx) => {
    const question = await questionOf(trx, run.id);
    const rows = await progressStore(trx).read(run, run.id);
    return { run, question, progress: rows.map((row) => openProgress(vault, row)) };
  });
}

/** Whether a run waits for the step that has asked for it, which goes on and asks again. */
async function waitsForStep(db: Database, run: RunTable, open: ReadonlySet<string>): Promise<boolean> {
  if (run.parentId === null) return false;
  return open.has(run.parentId) || (await runStore(db).find(run, run.parentId))?.status === 'running';
}

/** Attempts to go on since the last step that settled; those that were handed over did not fail. */
function attemptsOf(progress: readonly ProgressEntry[]): number {
  const last = progress.findLastIndex(({ kind, value }) => kind !== 'attempt' || value === handedOver.value);
  return progress.length - 1 - last;
}

/** A part of the draft depends on the outputs of earlier runs, which are gone; a call is over when its server dies. */
function isOver({ run, progress }: AbandonedRun): boolean {
  if (run.part !== null || run.source === 'call') return true;
  return Date.now() - run.startedAt > longestDownMs || attemptsOf(progress) >= mostAttempts;
}

async function restoreRun(
  db: Database,
  events: EventLog,
  run: RunTable,
  turn: NewTurn,
  progress: number,
): Promise<LiveRun> {
  const answer = await db
    .selectFrom('chat_message')
    .select('id')
    .where('runId', '=', run.id)
    .where('role', '=', 'apiMessage')
    .executeTakeFirst();
  const entries = (await events.read(run, run.id)).map(
    ({ runId: _runId, seq, at, ...event }): EventEntry => ({
      seq,
      at,
      event: event as RunEvent,
      payload: JSON.stringify(event),
    }),
  );
  return new LiveRun(run.id, answer?.id ?? mintOrderedId(), turn, {
    startedAt: run.startedAt,
    entries,
    progress,
    isAnswerStored: answer !== undefined,
  });
}
