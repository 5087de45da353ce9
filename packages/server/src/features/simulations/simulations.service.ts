import { randomUUID } from 'node:crypto';
import type { Simulation, SimulationFields, SimulationResult } from '@tendril/contract/api/simulations';
import { AppError } from '@tendril/contract/app-error';
import type { Logger } from 'pino';
import type { Database, DatabaseTransaction } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';
import type { VoiceAgents } from '../voice-agents/voice-agents.service.ts';
import { runSimulation, type SimulationMeans } from './run-simulation.ts';
import { readFields, readResult, readSimulation } from './simulation-rows.ts';
import { simulationResultStore, simulationStore } from './simulations.store.ts';
import { suggestCases } from './suggest-cases.ts';

export interface SimulationParts extends SimulationMeans {
  db: Database;
  log: Logger;
  agents: Pick<VoiceAgents, 'read' | 'snapshot'>;
}

/** Runs under way at a time; the others wait for their turn. */
const concurrency = 2;
const keptShown = 50;
const suggestMs = 60_000;

/** Test cases of voice agents: kept, run against the draft, and what came of it. */
export function createSimulations(parts: SimulationParts) {
  const { db, log, agents } = parts;
  const queue = createQueue(log);

  async function require(scope: Scope, id: string) {
    const row = await simulationStore(db).find(scope, id);
    if (!row) throw new AppError('NOT_FOUND', 'There is no such test case.');
    return row;
  }

  async function answer(scope: Scope, row: Parameters<typeof readSimulation>[0]): Promise<Simulation> {
    return readSimulation(row, await simulationResultStore(db).lastOf(scope, row.id));
  }

  async function runOne(scope: Scope, agentId: string, fields: SimulationFields, id: string): Promise<void> {
    const { status, callId, ...result } = await runSimulation(parts, scope, agentId, fields).catch(failed);
    await simulationResultStore(db).finish({ id, status, callId, result: JSON.stringify(result) });
  }

  return {
    async list(scope: Scope, agentId: string): Promise<Simulation[]> {
      await agents.read(scope, agentId);
      const rows = await simulationStore(db).listOf(scope, agentId);
      return Promise.all(rows.map((row) => answer(scope, row)));
    },

    async create(scope: Scope, agentId: string, fields: SimulationFields): Promise<Simulation> {
      await agents.read(scope, agentId);
      const row = {
        id: randomUUID(),
        workspaceId: scope.workspaceId,
        agentId,
        createdAt: Date.now(),
        fields: JSON.stringify(fields),
      };
      await simulationStore(db).insert(row);
      return readSimulation(row, undefined);
    },

    async update(scope: Scope, id: string, changes: Partial<SimulationFields>): Promise<Simulation> {
      return db.transaction().execute(async (trx) => {
        const store = simulationStore(trx);
        const row = await store.find(scope, id);
        if (!row) throw new AppError('NOT_FOUND', 'There is no such test case.');
        const fields = JSON.stringify({ ...JSON.parse(row.fields), ...changes });
        await store.update(scope, id, fields);
        return readSimulation({ ...row, fields }, await simulationResultStore(trx).lastOf(scope, id));
      });
    },

    async remove(scope: Scope, id: string): Promise<void> {
      if (!(await simulationStore(db).remove(scope, id)))
        throw new AppError('NOT_FOUND', 'There is no such test case.');
    },

    /** Puts runs in line; their results say "running" until they have ended. */
    async run(scope: Scope, id: string, times: number): Promise<SimulationResult[]> {
      const row = await require(scope, id);
      const { workspaceId, agentId } = row;
      const fields = readFields(row);
      const rows = Array.from({ length: times }, () => runningRow(row, id));
      await simulationResultStore(db).insert(rows);
      for (const result of rows) queue.add(() => runOne({ workspaceId }, agentId, fields, result.id));
      return rows.map(readResult);
    },

    async results(scope: Scope, id: string): Promise<SimulationResult[]> {
      await require(scope, id);
      return (await simulationResultStore(db).listOf(scope, id, keptShown)).map(readResult);
    },

    async suggest(scope: Scope, agentId: string): Promise<SimulationFields[]> {
      const { snapshot } = await agents.snapshot(scope, agentId, 'draft');
      const model = await parts.openModel(scope, agentId);
      return suggestCases(model, snapshot, AbortSignal.timeout(suggestMs));
    },

    /** Deletes the cases of an agent that is being deleted. */
    async removeOf(trx: DatabaseTransaction, scope: Scope, agentId: string): Promise<void> {
      const store = simulationStore(trx);
      for (const { id } of await store.listOf(scope, agentId)) await store.remove(scope, id);
    },

    /** Ends the runs that the last stop cut off; answers how many. */
    recover: (): Promise<number> => endRunning(db),
  };
}

/** Runs in line, two at a time. */
function createQueue(log: Logger) {
  const waiting: (() => Promise<void>)[] = [];
  let running = 0;
  function next(): void {
    const work = running < concurrency ? waiting.shift() : undefined;
    if (!work) return;
    running += 1;
    work()
      .catch((error: unknown) => log.error({ err: error }, 'a simulation could not be written'))
      .finally(() => {
        running -= 1;
        next();
      });
  }
  return {
    add(work: () => Promise<void>): void {
      waiting.push(work);
      next();
    },
  };
}

export type Simulations = ReturnType<typeof createSimulations>;

/** What kept a call from beginning, as the result of its run. */
function failed(error: unknown): Awaited<ReturnType<typeof runSimulation>> {
  const explanation = error instanceof AppError ? error.message : 'The simulation failed.';
  return { status: 'error', explanation, checks: [], callId: null, transcript: [], ms: 0, costUsd: 0 };
}

function runningRow({ workspaceId }: Scope, simulationId: string) {
  return {
    id: randomUUID(),
    workspaceId,
    simulationId,
    status: 'running' as const,
    startedAt: Date.now(),
    callId: null,
    result: JSON.stringify({ explanation: '', checks: [], transcript: [], ms: 0, costUsd: 0 }),
  };
}

async function endRunning(db: Database): Promise<number> {
  const store = simulationResultStore(db);
  const cut = await store.listRunning();
  for (const { id, callId, result } of cut) {
    const told = JSON.stringify({ ...JSON.parse(result), explanation: 'The server stopped while this ran.' });
    await store.finish({ id, callId, status: 'error', result: told });
  }
  return cut.length;
}
