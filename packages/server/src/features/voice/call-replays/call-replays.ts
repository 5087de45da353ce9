import { randomUUID } from 'node:crypto';
import type {
  CallReplay,
  ReplayBatch,
  ReplayTurn,
  startCallReplays,
} from '@tendril/contract/api/call-replays';
import type { Body } from '@tendril/contract/api/endpoint';
import { AppError } from '@tendril/contract/app-error';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import type { WorkspaceLimits } from '../../../platform/limits/workspace-limits.ts';
import { callReplayStore, type ReplayRow } from './call-replays.store.ts';
import { endAbandonedReplays, openSummary, replayJob, replayJobKind } from './replay-job.ts';
import { type ReplayMeans, requireReplayable } from './run-replay.ts';

interface CallReplayParts extends ReplayMeans {
  db: Database;
  jobs: Pick<JobQueue, 'register' | 'enqueue' | 'requireRoom' | 'poke' | 'count'>;
  limits: Pick<WorkspaceLimits, 'of'>;
  /** Of this process. */
  ownerId: string;
  /** Deletes a call with everything that is stored of it; one that is gone is none. */
  removeCall(scope: Scope, id: string): Promise<void>;
}

type ListedRow = Omit<ReplayRow, 'compared' | 'ownerId'>;

const shownBatches = 50;
/** Tests of one workspace that wait or are in progress. */
const mostRuns = 200;

/** Replays of recorded calls against other versions of their agents. */
export function createCallReplays(parts: CallReplayParts) {
  const { db, jobs, limits, ownerId } = parts;
  const job = replayJob(parts);
  jobs.register(job.handler);

  return {
    ...storedReplays(db),

    /** Queues a replay of each call. Throws INVALID_INPUT for a call that cannot be replayed, and TOO_MANY_REQUESTS. */
    async start(scope: Scope, asked: Body<typeof startCallReplays>): Promise<ReplayBatch> {
      const callIds = [...new Set(asked.callIds)];
      const batchId = randomUUID();
      const rows: ReplayRow[] = [];
      for (const callId of callIds) rows.push(await newRow(parts, scope, { ...asked, callId, batchId }));
      const { waiting, running } = await jobs.count(scope, 'tests');
      if (waiting + running + rows.length > mostRuns)
        throw new AppError(
          'TOO_MANY_REQUESTS',
          `Up to ${mostRuns} tests can wait at a time. Let some finish first.`,
        );
      await jobs.requireRoom(scope);
      const share = (await limits.of(scope)).workspaceSimulations;
      await db.transaction().execute(async (trx) => {
        await callReplayStore(trx).insert(rows);
        for (const { id: subjectId } of rows)
          await jobs.enqueue(trx, {
            ...{ workspaceId: scope.workspaceId, kind: replayJobKind, subjectId, input: {} },
            ...(share > 0 && { share: Math.min(share, mostRuns) }),
          });
      });
      jobs.poke();
      return toBatch(rows);
    },

    async remove(scope: Scope, id: string): Promise<void> {
      const rows = await requireBatch(db, scope, id);
      await callReplayStore(db).remove(
        scope,
        rows.map((row) => row.id),
      );
      for (const { callId } of rows) if (callId !== null) await parts.removeCall(scope, callId);
    },

    /** What replays hold of a call that is being deleted; returns what goes after the commit: the calls made of it. */
    async removeOfCall(trx: DatabaseTransaction, scope: Scope, callId: string): Promise<() => Promise<void>> {
      const store = callReplayStore(trx);
      const rows = await store.ofCall(scope, callId);
      await store.remove(
        scope,
        rows.map(({ id }) => id),
      );
      const made = rows.flatMap((row) => (row.callId !== null && row.callId !== callId ? [row.callId] : []));
      return async () => {
        for (const id of made) await parts.removeCall(scope, id);
      };
    },

    recover: (): Promise<number> => endAbandonedReplays(db, ownerId),

    /** Replays that are cut off from now on are done again elsewhere. */
    close: job.close,
  };
}

export type CallReplays = ReturnType<typeof createCallReplays>;

/** Replays as they are read. */
function storedReplays(db: Database) {
  return {
    async list(scope: Scope, callId: string | undefined): Promise<ReplayBatch[]> {
      const store = callReplayStore(db);
      const ids = await store.batches(scope, callId, shownBatches);
      const byBatch = Map.groupBy(await store.ofBatches(scope, ids), ({ batchId }) => batchId);
      return ids.flatMap((id) => toBatch(byBatch.get(id) ?? []));
    },

    async read(scope: Scope, id: string): Promise<ReplayBatch & { replays: CallReplay[] }> {
      const rows = await requireBatch(db, scope, id);
      return { ...toBatch(rows), replays: rows.map(toReplay) };
    },

    async readOne(
      scope: Scope,
      id: string,
      replayId: string,
    ): Promise<CallReplay & { compared: ReplayTurn[] }> {
      const row = await callReplayStore(db).find(scope, id, replayId);
      if (!row) throw new AppError('NOT_FOUND', 'Replay not found.');
      return { ...toReplay(row), compared: JSON.parse(row.compared) as ReplayTurn[] };
    },
  };
}

async function requireBatch(db: Database, scope: Scope, id: string): Promise<ListedRow[]> {
  const rows = await callReplayStore(db).ofBatches(scope, [id]);
  if (rows.length === 0) throw new AppError('NOT_FOUND', 'Replay not found.');
  return rows;
}

async function newRow(
  parts: ReplayMeans,
  scope: Scope,
  asked: Body<typeof startCallReplays> & { callId: string; batchId: string },
): Promise<ReplayRow> {
  const { call, versionNumber } = await requireReplayable(parts, scope, asked.callId, asked.version);
  if (asked.way !== 'words' && call.recordingUrl === null) {
    const message = 'has a call without a recording, which is replayed by its words only';
    throw new AppError('INVALID_INPUT', `way: ${message}.`, { details: [{ path: 'way', message }] });
  }
  const { agentId, agentName, direction, fromNumber, toNumber } = call;
  return {
    ...{ id: randomUUID(), workspaceId: scope.workspaceId, batchId: asked.batchId, agentId, agentName },
    caller: direction === 'inbound' ? fromNumber : toNumber,
    ...{ sourceCallId: asked.callId, callId: null, version: asked.version, way: asked.way },
    versionNumber: asked.version === 'live' ? null : versionNumber,
    ...{ status: 'running', startedAt: Date.now(), summary: openSummary, compared: '[]', ownerId: null },
  };
}

function toBatch(rows: readonly ListedRow[]): ReplayBatch {
  const [first] = rows;
  if (!first) throw new AppError('NOT_FOUND', 'Replay not found.');
  const { batchId: id, way, version, versionNumber, startedAt } = first;
  const of = (status: ListedRow['status']) => rows.filter((row) => row.status === status).length;
  const counts = {
    all: rows.length,
    ...{ running: of('running'), same: of('same'), reworded: of('reworded') },
    ...{ changed: of('changed'), error: of('error') },
  };
  return { id, way, version, versionNumber, startedAt, counts };
}

function toReplay(row: ListedRow): CallReplay {
  const { id, sourceCallId, callId, agentId, agentName, caller, status, summary } = row;
  const found = JSON.parse(summary) as Omit<CallReplay, 'id'>;
  return { ...found, id, sourceCallId, callId, agentId, agentName, caller, status };
}
