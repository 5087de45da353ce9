import { setImmediate as nextTick } from 'node:timers/promises';
import type { RunEvent } from '@tendril/contract/run-event';
import type { Logger } from 'pino';
import { mintOrderedId } from '../../../platform/db/ordered-id.ts';
import type { Database, RunTable } from '../../../platform/db/schema.ts';
import type { EventEntry, EventLog } from '../../../platform/events/events.ts';
import { openWork } from '../../../platform/processes/open-work.ts';
import type { Vault } from '../../../platform/secrets/vault.ts';
import type { MessageRow } from '../chat-messages/public.ts';
import { interruptRun, questionOf } from './interrupt-run.ts';
import { LiveRun } from './live-run.ts';
import type { NewTurn } from './new-turn.ts';
import { openProgress, type ProgressEntry, progressStore } from './run-progress.ts';

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
interface Continuation {
  readonly turn: NewTurn;
  execute(run: LiveRun): Promise<unknown>;
}

/** Prepares a run to go on from its last step; undefined for one that does not. */
export type ContinueRun = (abandoned: AbandonedRun) => Promise<Continuation | undefined>;

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

/**
 * Takes over runs in progress that no living process executes: each goes on from its last step, or ends as interrupted.
 */
export function runRecovery(parts: RunRecoveryParts) {
  const { db, events, vault, log, ownerId, beginning, isLive, isClosing } = parts;

  const interrupt = (run: RunTable) =>
    db.transaction().execute(async (trx) => {
      if (await openWork(trx, 'run', ownerId).claim(run.id)) await interruptRun(trx, events, run, ownerId);
    });

  async function readAbandoned(run: RunTable): Promise<AbandonedRun> {
    return db.transaction().execute(async (trx) => {
      const question = await questionOf(trx, run.id);
      const rows = await progressStore(trx).read(run, run.id);
      return { run, question, progress: rows.map((row) => openProgress(vault, row)) };
    });
  }

  async function goOn(run: RunTable, continueRun: ContinueRun): Promise<void> {
    const abandoned = await readAbandoned(run);
    const continuation = isOver(abandoned) ? undefined : await continueRun(abandoned);
    if (!continuation) return interrupt(run);
    const { progress } = abandoned;
    const live = await restoreRun(db, events, run, continuation.turn, progress.length);
    parts.addLive(live);
    const attempt = attemptsOf(progress) + 1;
    live.emit({ type: 'run-resume', attempt });
    await parts.keep(live, { kind: 'attempt', value: null });
    // Its watchers learn of a failure from its events; one that could not be written is left to the next recovery.
    continuation.execute(live).catch((error: unknown) => {
      log.error({ err: error, runId: run.id }, 'a run that went on after a crash failed');
    });
  }

  async function goOnAll(runs: readonly RunTable[], continueRun: ContinueRun): Promise<void> {
    for (const run of runs) {
      // What is not begun any more is left to the next start.
      if (isClosing()) return;
      try {
        await goOn(run, continueRun);
      } catch (error) {
        log.error({ err: error, runId: run.id }, 'a run could not go on after a crash');
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
      const own = openWork(db, 'run', ownerId);
      const taken: RunTable[] = [];
      for (const run of await own.list()) {
        if (isLive(run.id)) continue;
        beginning.add(run.id);
        if (await own.claim(run.id)) taken.push(run);
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
  };
}

/** Attempts to go on since the last step that settled. */
function attemptsOf(progress: readonly ProgressEntry[]): number {
  const last = progress.findLastIndex(({ kind }) => kind !== 'attempt');
  return progress.length - 1 - last;
}

/**
 * A part of the draft depends on the outputs of earlier runs, which are gone; a call is over when its server dies; and a
 * run that a step of another has asked for is begun again by that step.
 */
function isOver({ run, progress }: AbandonedRun): boolean {
  if (run.part !== null || run.source === 'call' || run.parentId !== null) return true;
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
