import { randomUUID } from 'node:crypto';
import type { Simulation, SimulationFields } from '@tendril/contract/api/simulations';
import { AppError } from '@tendril/contract/app-error';
import type { DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { Calls } from '../calls/public.ts';
import type { VoiceAgents } from '../voice-agents/public.ts';
import { caseOfCall } from './case-of-call.ts';
import { readSimulation } from './simulation-rows.ts';
import { type RunParts, simulationRuns } from './simulation-runs.ts';
import { simulationResultStore, simulationStore } from './simulations.store.ts';
import { suggestCases } from './suggest-cases.ts';

interface SimulationParts extends RunParts {
  agents: Pick<VoiceAgents, 'read' | 'readSettings' | 'snapshot'>;
  calls: Pick<Calls, 'startForProgram' | 'find' | 'events'>;
}

const mostCases = 200;
const authorTemperature = 0.4;
const suggestMs = 60_000;

/** Test cases of voice agents: stored, run against the draft, and their results. */
export function createSimulations(parts: SimulationParts) {
  const { db, agents } = parts;

  async function answer(
    scope: Scope,
    row: Parameters<typeof readSimulation>[0],
    results = simulationResultStore(db),
  ): Promise<Simulation> {
    const last = await results.lastOf(scope, row.id);
    return readSimulation(row, last, last && (await results.batchOf(scope, row.id, last.startedAt)));
  }

  return {
    ...simulationRuns(parts),

    async list(scope: Scope, agentId: string): Promise<Simulation[]> {
      await agents.read(scope, agentId);
      const rows = await simulationStore(db).listOf(scope, agentId);
      return Promise.all(rows.map((row) => answer(scope, row)));
    },

    async read(scope: Scope, id: string): Promise<Simulation> {
      const row = await simulationStore(db).find(scope, id);
      if (!row) throw new AppError('NOT_FOUND', 'Test case not found.');
      return answer(scope, row);
    },

    /** Throws NOT_FOUND, and CONFLICT when the agent has the maximum number of them. */
    async create(scope: Scope, agentId: string, fields: SimulationFields): Promise<Simulation> {
      await agents.read(scope, agentId);
      if ((await simulationStore(db).countOf(scope, agentId)) >= mostCases)
        throw new AppError('CONFLICT', `An agent can have up to ${mostCases} test cases. Delete one first.`);
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
        const row = await store.findForChange(scope, id);
        if (!row) throw new AppError('NOT_FOUND', 'Test case not found.');
        const fields = JSON.stringify({ ...JSON.parse(row.fields), ...changes });
        await store.update(scope, id, fields);
        return answer(scope, { ...row, fields }, simulationResultStore(trx));
      });
    },

    async remove(scope: Scope, id: string): Promise<void> {
      const wasThere = await db.transaction().execute((trx) => simulationStore(trx).remove(scope, id));
      if (!wasThere) throw new AppError('NOT_FOUND', 'Test case not found.');
    },

    /**
     * A case of a call, not saved yet. Throws INVALID_INPUT for a call, or an agent, of which no words may be stored.
     */
    async draftOfCall(scope: Scope, callId: string, upTo: number | undefined): Promise<SimulationFields> {
      const { call, isPrivate } = await parts.calls.find(scope, callId);
      const { optOutSensitiveDataStorage } = await agents.readSettings(scope, call.agentId);
      if (isPrivate || optOutSensitiveDataStorage)
        throw new AppError(
          'INVALID_INPUT',
          'The agent stores no sensitive data, so no test is made of its calls.',
        );
      return caseOfCall({ call, events: await parts.calls.events(scope, callId), upTo });
    },

    async suggest(scope: Scope, agentId: string): Promise<SimulationFields[]> {
      const { snapshot } = await agents.snapshot(scope, agentId, 'draft');
      const author = await parts.openSimulator(scope, agentId, authorTemperature);
      return suggestCases(author, snapshot, AbortSignal.timeout(suggestMs));
    },

    /** Deletes the cases of an agent that is being deleted. */
    async removeOf(trx: DatabaseTransaction, scope: Scope, agentId: string): Promise<void> {
      const store = simulationStore(trx);
      for (const { id } of await store.listOf(scope, agentId)) await store.remove(scope, id);
    },
  };
}

export type Simulations = ReturnType<typeof createSimulations>;
