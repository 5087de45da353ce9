import type { Answer, Body } from '@tendril/contract/api/endpoint';
import {
  type createRetellAgent,
  type listRetellAgents,
  type RetellAgent,
  type RetellAgentBody,
  type RetellChannel,
  retellAgentBody,
  retellChannels,
} from '@tendril/contract/api/retell-agents';
import type { RetellPageQuery, RetellVersion } from '@tendril/contract/api/retell-pages';
import { AppError } from '@tendril/contract/app-error';
import type { Scope } from '../../../platform/db/scope.ts';
import type { ScopedCaller } from '../../../platform/http/caller.ts';
import { fromRetellAgent } from './from-retell-agent.ts';
import { strictReading } from './reading.ts';
import { refuseUnserved } from './refuse-unserved.ts';
import { type RetellAgentParts, retellAgentVersions } from './retell-agent-versions.ts';
import { retellRecordStore } from './retell-records.store.ts';
import { retellVersions } from './retell-versions.ts';
import { toRetellAgent } from './to-retell-agent.ts';

type Filters = NonNullable<Body<typeof listRetellAgents>>['filter_criteria'];

const unnamed = 'Unnamed agent';

/** Voice agents in Retell's API. */
export function createRetellAgents(parts: RetellAgentParts) {
  const { db, agents } = parts;
  const versions = retellVersions(parts);
  const records = retellRecordStore(db);

  async function read(scope: Scope, id: string, version?: RetellVersion): Promise<RetellAgent> {
    const { snapshot, facts } = await versions.snapshot(scope, id, version);
    return toRetellAgent(snapshot.agent, snapshot.settings, facts);
  }

  async function requireLlm(scope: Scope, llmId: string | undefined): Promise<void> {
    if (llmId === undefined) return;
    await agents.readLlm(scope, llmId).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error;
      const [path, message] = ['response_engine.llm_id', 'is not an LLM record of this workspace'];
      throw new AppError('INVALID_INPUT', `${path}: ${message}`, { details: [{ path, message }] });
    });
  }

  return {
    read,

    async create(caller: ScopedCaller, body: Body<typeof createRetellAgent>): Promise<RetellAgent> {
      refuseUnserved(retellAgentBody, body);
      const { fields, settings, llmId } = fromRetellAgent(body, strictReading());
      await requireLlm(caller, llmId);
      const { id } = await agents.create(caller, { agentName: unnamed, ...fields }, { llmId, settings });
      return read(caller, id);
    },

    async update(
      scope: Scope,
      id: string,
      body: RetellAgentBody,
      version: RetellVersion | undefined,
    ): Promise<RetellAgent> {
      refuseUnserved(retellAgentBody, body);
      await versions.requireDraft(scope, id, version, 'query.version');
      const { postCallFields } = await agents.readSettings(scope, id);
      const { fields, settings, llmId } = fromRetellAgent(body, strictReading({ postCallFields }));
      await requireLlm(scope, llmId);
      await agents.update(scope, id, fields, { llmId, settings });
      return read(scope, id);
    },

    async list(
      scope: Scope,
      query: RetellPageQuery,
      filters: Filters,
    ): Promise<Answer<typeof listRetellAgents>> {
      const channels = channelsOf(filters);
      if (channels.length === 0) return { items: [], has_more: false };
      const { rows, ...rest } = await records.agents(scope, query, { search: filters?.query, channels });
      const chats = await records.chatAgentsOf(
        scope,
        rows.map(({ id }) => id),
      );
      const names = new Map((await agents.list(scope)).map(({ id, agentName }) => [id, agentName]));
      const items = rows.map(({ id, updatedAt }) => ({
        agent_id: id,
        agent_name: names.get(id) ?? '',
        channel: chats.has(id) ? ('chat' as const) : ('voice' as const),
        tags: {},
        user_modified_timestamp: updatedAt,
      }));
      return { items, ...rest };
    },

    remove: (caller: ScopedCaller, id: string) => agents.remove(caller, id, { keepLlm: true }),

    ...retellAgentVersions(parts, versions, read),
  };
}

export type RetellAgents = ReturnType<typeof createRetellAgents>;

/** The kinds of agents that a filter lets through. */
function channelsOf(filters: Filters): RetellChannel[] {
  return retellChannels.filter((channel) => isLetThrough(filters?.channel, channel));
}

function isLetThrough(filter: NonNullable<Filters>['channel'], channel: RetellChannel): boolean {
  if (!filter) return true;
  const { op, value } = filter;
  switch (op) {
    case 'eq':
      return channel === value;
    case 'ne':
      return channel !== value;
    case 'sw':
      return channel.startsWith(value);
    case 'ew':
      return channel.endsWith(value);
    case 'co':
      return channel.includes(value);
  }
}
