import type { AgentOverview } from '@tendril/contract/api/voice-agents';
import { AppError } from '@tendril/contract/app-error';
import { llmOptions } from '@tendril/contract/voice/llm-options';
import type { AgentBrain } from '@tendril/contract/voice/voice-agent';
import type { HeavyReads } from '../../../platform/db/readers/heavy-reads.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { VoiceAgentTable, VoiceLlmTable } from '../../../platform/db/voice-tables.ts';
import { readAgentFigures } from './agent-figures.ts';
import { readSettings } from './agent-snapshot.ts';
import { findAgentUses } from './agent-uses.ts';
import { readLlmFields } from './llm-record.ts';
import { voiceAgentStore } from './voice-agents.store.ts';
import { voiceLlmStore } from './voice-llms.store.ts';

interface AgentOverviewParts {
  db: Database;
  reads: Pick<HeavyReads, 'of'>;
  /** Phone numbers by the agents that they lead to. */
  numbersByAgent(scope: Scope): Promise<ReadonlyMap<string, readonly string[]>>;
}

export type AgentOverviews = ReturnType<typeof createAgentOverviews>;

/** What the list of agents shows beside them. */
export function createAgentOverviews({ db, reads, numbersByAgent }: AgentOverviewParts) {
  return {
    async list(scope: Scope): Promise<AgentOverview[]> {
      const [agents, llms, flows, numbers, figures] = await Promise.all([
        voiceAgentStore(db).list(scope),
        voiceLlmStore(db).list(scope),
        readFlowNames(db, scope),
        numbersByAgent(scope),
        readAgentFigures(reads.of(scope), scope),
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
