import type { RetellEngineQuery, RetellTestedEngine } from '@tendril/contract/api/retell-tests';
import { invalidInput } from '@tendril/contract/app-error';
import type { Scope } from '../../../platform/db/scope.ts';
import { type RetellVersionParts, retellVersions } from './retell-versions.ts';

/** What identifies an engine. */
export function engineKey(engine: RetellTestedEngine): string {
  return engine.type === 'retell-llm' ? engine.llm_id : engine.conversation_flow_id;
}

/** The engine that a list is asked for. Throws INVALID_INPUT where its id is missing. */
export function askedEngine(query: RetellEngineQuery): string {
  const field = query.type === 'retell-llm' ? 'llm_id' : 'conversation_flow_id';
  const key = query[field];
  if (key === undefined) throw invalidInput([{ path: ['query', field], message: 'is missing' }]);
  return key;
}

/** Agents by what they answer with: a test here is one of an agent, there one of an engine. */
export function testedEngines(parts: RetellVersionParts) {
  const { agents } = parts;
  const versions = retellVersions(parts);

  async function agentsOf(scope: Scope, type: RetellTestedEngine['type'], key: string): Promise<string[]> {
    if (type === 'retell-llm') {
      const found = await agents.findByLlm(scope, key);
      const prompted = await Promise.all(
        found.map(async ({ id }) => (await agents.readSettings(scope, id)).brain.type === 'prompt'),
      );
      return found.filter((_, index) => prompted[index]).map(({ id }) => id);
    }
    const ids: string[] = [];
    for (const { id } of await agents.list(scope)) {
      const { brain } = await agents.readSettings(scope, id);
      if (brain.type === 'flow' && brain.flowId === key) ids.push(id);
    }
    return ids;
  }

  return {
    /** The agents whose drafts answer by an engine. */
    agentsOf,

    /** The one that tests of an engine run against. Throws INVALID_INPUT where none answers by it. */
    async agentOf(scope: Scope, engine: RetellTestedEngine): Promise<string> {
      const [agentId] = await agentsOf(scope, engine.type, engineKey(engine));
      const path = ['response_engine', engine.type === 'retell-llm' ? 'llm_id' : 'conversation_flow_id'];
      if (agentId === undefined)
        throw invalidInput([{ path, message: 'no agent of this workspace answers by it' }]);
      if (typeof engine.version === 'number')
        await versions.requireDraft(scope, agentId, engine.version, 'response_engine.version');
      return agentId;
    },

    /** What an agent's draft answers by; undefined for a server of the user's own. */
    async engineOf(scope: Scope, agentId: string): Promise<RetellTestedEngine | undefined> {
      const { brain } = await agents.readSettings(scope, agentId);
      const { version } = await versions.find(scope, agentId, undefined);
      if (brain.type === 'flow') return { type: 'conversation-flow', conversation_flow_id: brain.flowId };
      if (brain.type === 'custom-llm') return undefined;
      const { responseEngineLlmId } = await agents.read(scope, agentId);
      return { type: 'retell-llm', llm_id: responseEngineLlmId, version };
    },

    /** The model that plays the caller and judges: the agent's own. */
    modelOf: async (scope: Scope, agentId: string): Promise<string> =>
      (await agents.snapshot(scope, agentId, 'draft')).snapshot.llm.model,
  };
}

export type TestedEngines = ReturnType<typeof testedEngines>;
