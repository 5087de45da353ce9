import type { Answer, Body } from '@tendril/contract/api/endpoint';
import {
  type createRetellChat,
  type listRetellChats,
  type RetellChat,
  type RetellChatFilters,
  type RetellMessage,
  retellChatBody,
  retellChatChanges,
  type updateRetellChat,
} from '@tendril/contract/api/retell-chats';
import { AppError } from '@tendril/contract/app-error';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { ScopedCaller } from '../../../platform/http/caller.ts';
import type { Calls, FoundCall } from '../../voice/calls/public.ts';
import { refuseUnserved } from './refuse-unserved.ts';
import { readRetellFilters } from './retell-call-filters.ts';
import { retellChatAgentStore } from './retell-chat-agents.store.ts';
import { defaultChatSilenceMs } from './retell-chat-agents.ts';
import { type RetellVersionParts, retellVersions } from './retell-versions.ts';
import { searchRetellPage } from './search-retell-page.ts';
import { toRetellChat, toRetellMessages } from './to-retell-chat.ts';

interface RetellChatParts extends RetellVersionParts {
  db: Database;
  calls: Calls;
}

/** Chats in Retell's API: typed calls that stay open between single requests. */
export function createRetellChats(parts: RetellChatParts) {
  const { db, calls } = parts;
  const versions = retellVersions(parts);
  const chatAgents = retellChatAgentStore(db);

  async function find(scope: Scope, id: string): Promise<FoundCall> {
    const found = await calls.chats.read(scope, id);
    if (!isChat(found)) throw new AppError('NOT_FOUND', 'Chat not found.');
    return found;
  }
  const read = async (scope: Scope, id: string) => toRetellChat(await find(scope, id));

  return {
    read,

    async create(scope: Scope, body: Body<typeof createRetellChat>): Promise<RetellChat> {
      refuseUnserved(retellChatBody, body);
      const { agent_id: agentId, agent_version: wanted } = body;
      const id = await calls.chats.open(scope, {
        agentId,
        version:
          wanted === undefined ? 'live' : ((await versions.find(scope, agentId, wanted)).id ?? 'draft'),
        variables: body.retell_llm_dynamic_variables ?? {},
        metadata: body.metadata ?? {},
        endAfterMs: (await chatAgents.endAfterMs(scope, agentId)) ?? defaultChatSilenceMs,
      });
      return read(scope, id);
    },

    /** The answer, and what the agent did for it; the caller's own words are not repeated. */
    async complete(scope: Scope, id: string, content: string): Promise<{ messages: RetellMessage[] }> {
      const { call } = await find(scope, id);
      const lines = await calls.chats.say(scope, id, content);
      const messages = toRetellMessages(lines, call.startedAt ?? call.createdAt, call.transcript.length);
      return { messages: messages.filter(({ role }) => role !== 'user') };
    },

    async update(caller: ScopedCaller, id: string, body: Body<typeof updateRetellChat>): Promise<RetellChat> {
      refuseUnserved(retellChatChanges, body);
      await find(caller, id);
      const { metadata, override_dynamic_variables: values } = body;
      if (metadata) await calls.changeMetadata(caller, id, metadata);
      if (values)
        await calls.watched.intervene(
          caller,
          id,
          { type: 'set-variables', values },
          await calls.watched.actorOf(caller),
        );
      return read(caller, id);
    },

    list: (scope: Scope, body: Body<typeof listRetellChats>) => listChats(calls, scope, body),

    /** Throws CONFLICT for a chat that is not in progress. */
    async end(scope: Scope, id: string): Promise<void> {
      await find(scope, id);
      if (!(await calls.stop(scope, id))) throw new AppError('CONFLICT', 'This chat is not in progress.');
    },

    async remove(scope: Scope, id: string): Promise<void> {
      await find(scope, id);
      await calls.remove(scope, id);
    },
  };
}

export type RetellChats = ReturnType<typeof createRetellChats>;

async function listChats(
  calls: Calls,
  scope: Scope,
  body: Body<typeof listRetellChats>,
): Promise<Answer<typeof listRetellChats>> {
  const { tests, holds, agents } = readRetellFilters(toCallFilters(body?.filter_criteria ?? {}));
  const filters = {
    kinds: ['web' as const],
    ...(agents && { agents }),
    tests: [...tests, { column: 'channel', op: 'eq', value: 'text' } as const],
    ...(holds && { holds }),
  };
  return searchRetellPage(calls, scope, filters, body ?? {}, toRetellChat);
}

function isChat({ call }: FoundCall): boolean {
  return call.kind === 'web' && call.channel === 'text';
}

/** Chats have the states of calls; one that never began is an error there. */
function toCallFilters({ chat_id, chat_status, chat_successful, ...same }: RetellChatFilters) {
  const states = chat_status?.value.flatMap((state) =>
    state === 'error' ? [state, 'not_connected'] : state,
  );
  return {
    ...same,
    ...(chat_id && { call_id: chat_id }),
    ...(chat_status && states && { call_status: { ...chat_status, value: states } }),
    ...(chat_successful && { call_successful: chat_successful }),
  };
}
