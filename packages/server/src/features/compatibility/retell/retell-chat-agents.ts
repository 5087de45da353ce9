import type { RetellAgent, RetellAgentBody } from '@tendril/contract/api/retell-agents';
import {
  type RetellChatAgent,
  type RetellChatAgentBody,
  retellChatAgentBody,
} from '@tendril/contract/api/retell-chat-agents';
import type { RetellVersion } from '@tendril/contract/api/retell-pages';
import { AppError } from '@tendril/contract/app-error';
import { defaultVoiceId } from '@tendril/contract/voice/agent-defaults';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { ScopedCaller } from '../../../platform/http/caller.ts';
import { refuseUnserved } from './refuse-unserved.ts';
import type { RetellAgents } from './retell-agents.ts';
import { retellChatAgentStore } from './retell-chat-agents.store.ts';

/** Retell ends a silent chat after an hour unless set otherwise. */
export const defaultChatSilenceMs = 3_600_000;

type Engine = NonNullable<RetellChatAgentBody['response_engine']>;

/** Chat agents in Retell's API: agents of ours, marked as being for chats. */
export function createRetellChatAgents(db: Database, agents: RetellAgents) {
  const store = retellChatAgentStore(db);

  /** Throws NOT_FOUND for an agent that is not for chats. */
  async function require(scope: Scope, id: string): Promise<number> {
    const endAfterMs = await store.endAfterMs(scope, id);
    if (endAfterMs === undefined) throw new AppError('NOT_FOUND', 'Chat agent not found.');
    return endAfterMs;
  }

  async function read(scope: Scope, id: string, version?: RetellVersion): Promise<RetellChatAgent> {
    const endAfterMs = await require(scope, id);
    return toChatAgent(await agents.read(scope, id, version), endAfterMs);
  }

  return {
    read,

    async create(
      caller: ScopedCaller,
      body: RetellChatAgentBody & { response_engine: Engine },
    ): Promise<RetellChatAgent> {
      refuseUnserved(retellChatAgentBody, body);
      const made = await agents.create(caller, {
        ...toAgentBody(body),
        response_engine: body.response_engine,
        voice_id: defaultVoiceId,
      });
      await store.insert(caller, made.agent_id, body.end_chat_after_silence_ms ?? defaultChatSilenceMs);
      return read(caller, made.agent_id);
    },

    async update(
      scope: Scope,
      id: string,
      body: RetellChatAgentBody,
      version: RetellVersion | undefined,
    ): Promise<RetellChatAgent> {
      await require(scope, id);
      refuseUnserved(retellChatAgentBody, body);
      await agents.update(scope, id, toAgentBody(body), version);
      const { end_chat_after_silence_ms: silenceMs } = body;
      if (silenceMs !== undefined) await store.update(scope, id, silenceMs ?? defaultChatSilenceMs);
      return read(scope, id);
    },

    async remove(caller: ScopedCaller, id: string): Promise<void> {
      await require(caller, id);
      await agents.remove(caller, id);
    },

    async readVersions(scope: Scope, id: string): Promise<RetellChatAgent[]> {
      const endAfterMs = await require(scope, id);
      return (await agents.readVersions(scope, id)).map((one) => toChatAgent(one, endAfterMs));
    },
  };
}

export type RetellChatAgents = ReturnType<typeof createRetellChatAgents>;

function toAgentBody(body: RetellChatAgentBody): RetellAgentBody {
  const {
    post_chat_analysis_data: data,
    post_chat_analysis_model: model,
    end_chat_after_silence_ms: _silence,
    ...same
  } = body;
  return {
    ...same,
    ...(data !== undefined && { post_call_analysis_data: data }),
    ...(model !== undefined && { post_call_analysis_model: model }),
  };
}

function toChatAgent(agent: RetellAgent, endAfterMs: number): RetellChatAgent {
  return {
    agent_id: agent.agent_id,
    version: agent.version,
    is_published: agent.is_published,
    last_modification_timestamp: agent.last_modification_timestamp,
    agent_name: agent['agent_name'],
    response_engine: agent.response_engine,
    language: agent['language'],
    data_storage_setting: agent['data_storage_setting'],
    opt_in_signed_url: agent['opt_in_signed_url'],
    post_chat_analysis_data: agent['post_call_analysis_data'],
    post_chat_analysis_model: agent['post_call_analysis_model'],
    timezone: agent['timezone'],
    end_chat_after_silence_ms: endAfterMs,
  };
}
