import { AppError } from '@tendril/contract/app-error';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { JobHandler } from '../../../platform/jobs/job-handler.ts';
import { callReplayStore, openReplayStore } from './call-replays.store.ts';
import { type ReplayMeans, type ReplayOutcome, runReplay } from './run-replay.ts';

export const replayJobKind = 'call-replay';

interface ReplayJobParts extends ReplayMeans {
  db: Database;
  ownerId: string;
  /** Deletes a call with everything that is stored of it; one that is gone is none. */
  removeCall(scope: Scope, id: string): Promise<void>;
}

/** Runs replays. One is started over when its process stops: its call was nobody's. */
export function replayJob(parts: ReplayJobParts) {
  const { db, ownerId } = parts;
  let isClosing = false;

  const handler: JobHandler = {
    kind: replayJobKind,
    unit: 'parts',
    lane: 'tests',
    async run(job) {
      const store = openReplayStore(db);
      const row = await callReplayStore(db).findOne(job, job.subjectId);
      if (!row || !(await store.begin(ownerId, row.id))) return null;
      const outcome = await runReplay(parts, job, row, job.signal).catch(failed);
      // Its call was cut off: the job is handed back, and the replay started over in another process.
      if (isClosing) await aborted(job.signal);
      job.signal.throwIfAborted();
      const isKept = await store.finish(ownerId, { id: row.id, ...columnsOf(outcome) });
      // The recorded call was deleted meanwhile: nothing that was said in it stays.
      if (!isKept && outcome.callId !== null) await parts.removeCall(job, outcome.callId);
      return { status: outcome.status };
    },
    async undo(trx, { subjectId: id }, why = 'The replay was canceled.') {
      const store = openReplayStore(trx);
      await store.begin(ownerId, id);
      await store.finish(ownerId, { id, ...columnsOf(brokenOutcome(why)) });
    },
  };
  return {
    handler,
    close() {
      isClosing = true;
    },
  };
}

/** Ends the replays that are marked as under way although there is no job for them; returns how many. */
export async function endAbandonedReplays(db: Database, ownerId: string): Promise<number> {
  const store = openReplayStore(db);
  const open = await store.listAbandoned();
  for (const { id } of open) {
    await store.begin(ownerId, id);
    await store.finish(ownerId, { id, ...columnsOf(brokenOutcome('The server stopped while this ran.')) });
  }
  return open.length;
}

/** An outcome as its row holds it. */
function columnsOf({ status, callId, compared, ...summary }: ReplayOutcome) {
  return { status, callId, compared: JSON.stringify(compared), summary: JSON.stringify(summary) };
}

/** A replay before its end. */
export const openSummary = JSON.stringify({ explanation: '', turns: 0, changedTurns: 0, costUsd: 0 });

function brokenOutcome(explanation: string): ReplayOutcome {
  return {
    ...{ status: 'error', explanation, callId: null },
    ...{ turns: 0, changedTurns: 0, costUsd: 0, compared: [] },
  };
}

function failed(error: unknown): ReplayOutcome {
  return brokenOutcome(error instanceof AppError ? error.message : 'The replay failed.');
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
