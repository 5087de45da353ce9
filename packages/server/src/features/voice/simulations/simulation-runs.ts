import { randomUUID } from 'node:crypto';
import type { SimulationResult } from '@tendril/contract/api/simulations';
import { AppError } from '@tendril/contract/app-error';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import type { WorkspaceLimits } from '../../../platform/limits/workspace-limits.ts';
import type { SimulationMeans } from './run-simulation.ts';
import { type SimulationInput, simulationJob, simulationJobKind } from './simulation-job.ts';
import { readFields, readResult } from './simulation-rows.ts';
import { openResultStore, simulationResultStore, simulationStore } from './simulations.store.ts';

export interface RunParts extends SimulationMeans {
  db: Database;
  jobs: Pick<JobQueue, 'register' | 'enqueue' | 'requireRoom' | 'poke' | 'count'>;
  limits: WorkspaceLimits;
  /** Of this process. */
  ownerId: string;
}

/** Older ones are deleted. */
const keptResults = 50;
/** Runs of one workspace that wait or are in progress. */
const mostRuns = 200;

const notFound = () => new AppError('NOT_FOUND', 'Test case not found.');

/** Runs of test cases, which are jobs, and their results. */
export function simulationRuns(parts: RunParts) {
  const { db, jobs, limits, ownerId } = parts;
  const job = simulationJob(parts);
  jobs.register(job.handler);
  limits.measure('workspaceSimulations', async (scope) => (await jobs.count(scope, 'tests')).running);

  async function require(scope: Scope, id: string) {
    const row = await simulationStore(db).find(scope, id);
    if (!row) throw notFound();
    return row;
  }

  /** Runs that are started together share one time, which no other has. */
  async function nextStart(scope: Scope, id: string): Promise<number> {
    const last = await simulationResultStore(db).lastOf(scope, id);
    return Math.max(Date.now(), (last?.startedAt ?? 0) + 1);
  }

  return {
    /** Queues runs; their results say "running" until they have ended. Throws TOO_MANY_REQUESTS. */
    async run(scope: Scope, id: string, times: number): Promise<SimulationResult[]> {
      const row = await require(scope, id);
      const { workspaceId, agentId } = row;
      const input: SimulationInput = { agentId, fields: readFields(row) };
      const { waiting, running } = await jobs.count(scope, 'tests');
      if (waiting + running + times > mostRuns)
        throw new AppError(
          'TOO_MANY_REQUESTS',
          `Up to ${mostRuns} runs can wait at a time. Let some finish first.`,
        );
      await jobs.requireRoom(scope);
      const startedAt = await nextStart(scope, id);
      const rows = Array.from({ length: times }, () => runningRow(row, id, startedAt));
      const share = (await limits.of(scope)).workspaceSimulations;
      await db.transaction().execute(async (trx) => {
        if (!(await simulationStore(trx).findForChange(scope, id))) throw notFound();
        await simulationResultStore(trx).insert(rows);
        await simulationResultStore(trx).forget(scope, id, keptResults);
        for (const { id: subjectId } of rows)
          await jobs.enqueue(trx, {
            ...{ workspaceId, kind: simulationJobKind, subjectId, input },
            ...(share > 0 && { share: Math.min(share, mostRuns) }),
          });
      });
      jobs.poke();
      return rows.map(readResult);
    },

    async results(scope: Scope, id: string): Promise<SimulationResult[]> {
      await require(scope, id);
      const store = simulationResultStore(db);
      const rows = await store.listOf(scope, id, keptResults);
      const passed = rows.some(({ status }) => status === 'pass')
        ? undefined
        : await store.lastPassed(scope, id);
      return [...rows, ...(passed ? [passed] : [])].map(readResult);
    },

    /** The results with these ids that are still stored. */
    async resultsById(scope: Scope, ids: readonly string[]): Promise<SimulationResult[]> {
      return (await simulationResultStore(db).listById(scope, ids)).map(readResult);
    },

    /** Ends the runs that are marked as under way although there is no job for them; returns how many. */
    recover: (): Promise<number> => endAbandoned(db, ownerId),

    /** Runs that are cut off from now on are done again elsewhere. */
    close: job.close,
  };
}

function runningRow({ workspaceId }: Scope, simulationId: string, startedAt: number) {
  return {
    id: randomUUID(),
    workspaceId,
    simulationId,
    status: 'running' as const,
    startedAt,
    callId: null,
    ownerId: null,
    result: JSON.stringify({ explanation: '', checks: [], transcript: [], ms: 0, costUsd: 0 }),
  };
}

async function endAbandoned(db: Database, ownerId: string): Promise<number> {
  const store = openResultStore(db);
  const open = await store.listAbandoned();
  for (const { id, callId, result } of open) {
    await store.begin(ownerId, id);
    const interrupted = { ...JSON.parse(result), explanation: 'The server stopped while this ran.' };
    await store.finish(ownerId, { id, callId, status: 'error', result: JSON.stringify(interrupted) });
  }
  return open.length;
}
