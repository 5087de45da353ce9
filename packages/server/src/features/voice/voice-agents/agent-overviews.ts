import type { AgentOverview } from '@tendril/contract/api/voice-agents';
import { AppError } from '@tendril/contract/app-error';
import { llmOptions } from '@tendril/contract/voice/llm-options';
import type { AgentBrain } from '@tendril/contract/voice/voice-agent';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { VoiceAgentTable, VoiceLlmTable } from '../../../platform/db/voice-tables.ts';
import { readSettings } from './agent-snapshot.ts';
import { findAgentUses } from './agent-uses.ts';
import { readLlmFields } from './llm-record.ts';
import { voiceAgentStore } from './voice-agents.store.ts';
import { voiceLlmStore } from './voice-llms.store.ts';

interface AgentOverviewParts {
  db: Database;
  /** Phone numbers by the agents that they lead to. */
  numbersByAgent(scope: Scope): Promise<ReadonlyMap<string, readonly string[]>>;
}

export type AgentOverviews = ReturnType<typeof createAgentOverviews>;

type Figures = Pick<AgentOverview, 'calls7d' | 'success' | 'p50Ms' | 'p95Ms'>;

const sevenDaysMs = 7 * 24 * 60 * 60 * 1000;

/** What the list of agents shows beside them. */
export function createAgentOverviews({ db, numbersByAgent }: AgentOverviewParts) {
  return {
    async list(scope: Scope): Promise<AgentOverview[]> {
      const [agents, llms, flows, numbers, figures] = await Promise.all([
        voiceAgentStore(db).list(scope),
        voiceLlmStore(db).list(scope),
        readFlowNames(db, scope),
        numbersByAgent(scope),
        readFigures(db, scope),
      ]);
      const byId = new Map(llms.map((llm) => [llm.id, llm]));
      return agents.map((agent) => {
        const llm = byId.get(agent.llmId);
        return {
          id: agent.id,
          brain: describeBrain(agent, llm, flows),
          numbers: [...(numbers.get(agent.id) ?? [])],
          ...(figures.get(agent.id) ?? { calls7d: 0, success: null, p50Ms: null, p95Ms: null }),
          updatedAt: Math.max(agent.updatedAt, llm?.updatedAt ?? 0),
        };
      });
    },

    /** Agents that answer with the flow. Throws NOT_FOUND. */
    async ofFlow(scope: Scope, flowId: string): Promise<{ id: string; agentName: string }[]> {
      if (!(await readFlowNames(db, scope)).has(flowId)) throw new AppError('NOT_FOUND', 'Flow not found.');
      const agents = await findAgentUses(db, scope);
      const answered = agents.filter(({ flowIds }) => flowIds.has(flowId));
      return answered.map(({ id, name }) => ({ id, agentName: name }));
    },
  };
}

function describeBrain(
  agent: VoiceAgentTable,
  llm: VoiceLlmTable | undefined,
  flows: ReadonlyMap<string, string>,
): AgentOverview['brain'] {
  const brain: AgentBrain = readSettings(agent).brain;
  switch (brain.type) {
    case 'flow':
      return { type: brain.type, name: flows.get(brain.flowId) ?? '', flowId: brain.flowId };
    case 'custom-llm':
      return { type: brain.type, name: URL.parse(brain.url)?.host ?? '', flowId: null };
    case 'prompt': {
      const model = llm && readLlmFields(llm).model;
      const name = llmOptions.find(({ id }) => id === model)?.label ?? '';
      return { type: brain.type, name, flowId: null };
    }
  }
}

async function readFlowNames(db: Database, { workspaceId }: Scope): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('flow')
    .select(['id', 'name'])
    .where('workspaceId', '=', workspaceId)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Tests and simulations say nothing of how the agent serves people: no figure counts them. */
async function readFigures(db: Database, { workspaceId }: Scope): Promise<Map<string, Figures>> {
  const calls = await db
    .selectFrom('call')
    .select(['agentId', 'isSuccessful', 'e2eP50Ms', 'e2eP95Ms'])
    .where('workspaceId', '=', workspaceId)
    .where('createdAt', '>=', Date.now() - sevenDaysMs)
    .where('kind', 'in', ['web', 'phone'])
    .where('status', '!=', 'registered')
    .execute();
  const byAgent = Map.groupBy(calls, ({ agentId }) => agentId);
  return new Map(
    [...byAgent].map(([agentId, own]) => {
      const judged = own.filter(({ isSuccessful }) => isSuccessful !== null);
      const good = judged.filter(({ isSuccessful }) => isSuccessful === 1).length;
      return [
        agentId,
        {
          calls7d: own.length,
          success: judged.length === 0 ? null : good / judged.length,
          p50Ms: percentile(
            own.map((call) => call.e2eP50Ms),
            0.5,
          ),
          p95Ms: percentile(
            own.map((call) => call.e2eP95Ms),
            0.95,
          ),
        },
      ];
    }),
  );
}

function percentile(values: readonly (number | null)[], share: number): number | null {
  const sorted = values.filter((value) => value !== null).sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? null;
}
