import { randomUUID } from 'node:crypto';
import type { SimulationFields, SimulationResult } from '@tendril/contract/api/simulations';
import { AppError } from '@tendril/contract/app-error';
import { readMissingDetails } from '@tendril/contract/voice/missing-secret';
import type { Logger } from 'pino';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { WorkspaceLimits } from '../../../platform/limits/workspace-limits.ts';
import { openWork } from '../../../platform/processes/open-work.ts';
import { createRunQueue } from './run-queue.ts';
import { runSimulation, type SimulationMeans } from './run-simulation.ts';
import { readFields, readResult } from './simulation-rows.ts';
import { simulationResultStore, simulationStore } from './simulations.store.ts';

export interface RunParts extends SimulationMeans {
  db: Database;
  log: Logger;
  limits: WorkspaceLimits;
  /** Of this process. */
  ownerId: string;
}

/** Older ones are deleted. */
const keptResults = 50;
/** Runs of one workspace that wait or are in progress. */
const mostRuns = 200;

/** Runs of test cases, and their results. */
export function simulationRuns(parts: RunParts) {
  const { db, log, limits, ownerId } = parts;
  const queue = createRunQueue(log, async (workspaceId) => {
    const { workspaceSimulations } = await limits.of({ workspaceId });
    return workspaceSimulations;
  });
  limits.measure('workspaceSimulations', ({ workspaceId }) => queue.runningOf(workspaceId));
  /** Runs in line or under way, by their results. */
  const live = new Set<string>();

  async function require(scope: Scope, id: string) {
    const row = await simulationStore(db).find(scope, id);
    if (!row) throw new AppError('NOT_FOUND', 'Test case not found.');
    return row;
  }

  /** Runs that are started together share one time, which no other has. */
  async function nextStart(scope: Scope, id: string): Promise<number> {
    const last = await simulationResultStore(db).lastOf(scope, id);
    return Math.max(Date.now(), (last?.startedAt ?? 0) + 1);
  }

  async function runOne(scope: Scope, agentId: string, fields: SimulationFields, id: string): Promise<void> {
    const { status, callId, ...result } = await runSimulation(parts, scope, agentId, fields).catch(failed);
    await simulationResultStore(db).finish(ownerId, { id, status, callId, result: JSON.stringify(result) });
  }

  return {
    /** Queues runs; their results say "running" until they have ended. Throws TOO_MANY_REQUESTS. */
    async run(scope: Scope, id: string, times: number): Promise<SimulationResult[]> {
      const row = await require(scope, id);
      const { workspaceId, agentId } = row;
      const fields = readFields(row);
      if (queue.countOf(workspaceId) + times > mostRuns)
        throw new AppError(
          'TOO_MANY_REQUESTS',
          `Up to ${mostRuns} runs can wait at a time. Let some finish first.`,
        );
      const startedAt = await nextStart(scope, id);
      const rows = Array.from({ length: times }, () => runningRow(row, id, startedAt, ownerId));
      for (const { id: resultId } of rows) live.add(resultId);
      await simulationResultStore(db).insert(rows);
      await simulationResultStore(db).forget(scope, id, keptResults);
      for (const result of rows)
        queue.add(workspaceId, () =>
          runOne({ workspaceId }, agentId, fields, result.id).finally(() => live.delete(result.id)),
        );
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

    /** Ends the runs in progress that no living process executes; returns how many. */
    recover: (): Promise<number> => endUnowned(db, ownerId, live),

    /** Begins no more runs, and resolves when those in progress are over. Waiting ones are ended at the next start. */
    close: (): Promise<void> => queue.close(),
  };
}

/** What kept a call from beginning, as the result of its run. */
function failed(error: unknown): Awaited<ReturnType<typeof runSimulation>> {
  const explanation = error instanceof AppError ? error.message : 'The simulation failed.';
  const missing = error instanceof AppError ? readMissingDetails(error.details) : undefined;
  const nothing = { checks: [], callId: null, transcript: [], ms: 0, costUsd: 0 };
  return { status: 'error', explanation, ...nothing, ...(missing && { missing }) };
}

function runningRow({ workspaceId }: Scope, simulationId: string, startedAt: number, ownerId: string) {
  return {
    id: randomUUID(),
    workspaceId,
    simulationId,
    status: 'running' as const,
    startedAt,
    callId: null,
    ownerId,
    result: JSON.stringify({ explanation: '', checks: [], transcript: [], ms: 0, costUsd: 0 }),
  };
}

async function endUnowned(db: Database, ownerId: string, live: ReadonlySet<string>): Promise<number> {
  const open = openWork(db, 'simulation_result', ownerId);
  let count = 0;
  for (const { id, callId, result } of await open.list()) {
    if (live.has(id) || !(await open.claim(id))) continue;
    const interrupted = JSON.stringify({
      ...JSON.parse(result),
      explanation: 'The server stopped while this ran.',
    });
    await simulationResultStore(db).finish(ownerId, { id, callId, status: 'error', result: interrupted });
    count += 1;
  }
  return count;
}
