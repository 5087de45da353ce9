import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { retellAgentBody } from './retell-agents.ts';
import {
  retellAuth as auth,
  retellId,
  retellPrefix,
  retellVersionQuery,
  retellTag as tag,
} from './retell-pages.ts';

const shape = retellAgentBody.shape;
const aMinute = 60_000;
const aMonth = 30 * 86_400_000;

/** The fields of a chat agent that are read; others are refused by name. */
export const retellChatAgentBody = z.looseObject({
  agent_name: shape.agent_name,
  response_engine: shape.response_engine,
  language: shape.language,
  data_storage_setting: shape.data_storage_setting,
  opt_in_signed_url: shape.opt_in_signed_url,
  post_chat_analysis_data: shape.post_call_analysis_data,
  post_chat_analysis_model: shape.post_call_analysis_model,
  timezone: shape.timezone,
  end_chat_after_silence_ms: z
    .number()
    .int()
    .min(aMinute, `must be ${aMinute} to ${aMonth}`)
    .max(aMonth, `must be ${aMinute} to ${aMonth}`)
    .nullish(),
});
export type RetellChatAgentBody = z.output<typeof retellChatAgentBody>;

const retellChatAgent = z.looseObject({
  agent_id: z.string(),
  version: z.number().int(),
  is_published: z.boolean(),
  last_modification_timestamp: z.number(),
  response_engine: z.looseObject({ type: z.string() }),
  end_chat_after_silence_ms: z.number(),
});
export type RetellChatAgent = z.output<typeof retellChatAgent>;

const params = z.strictObject({ agentId: retellId });
const one = (verb: string) => `${retellPrefix}/${verb}/:agentId`;

export const createRetellChatAgent = endpoint({
  method: 'POST',
  path: `${retellPrefix}/create-chat-agent`,
  auth,
  permits: 'voice-agents:edit',
  tag,
  summary: 'Makes an agent for chats.',
  body: retellChatAgentBody.required({ response_engine: true }),
  response: retellChatAgent,
  status: 201,
});

export const readRetellChatAgent = endpoint({
  method: 'GET',
  path: one('get-chat-agent'),
  auth,
  permits: 'voice-agents:read',
  tag,
  summary: 'A chat agent, as it is or as a version holds it.',
  params,
  query: retellVersionQuery,
  response: retellChatAgent,
});

export const updateRetellChatAgent = endpoint({
  method: 'PATCH',
  path: one('update-chat-agent'),
  auth,
  permits: 'voice-agents:edit',
  tag,
  summary: 'Changes the fields of the draft that are sent.',
  params,
  query: retellVersionQuery,
  body: retellChatAgentBody,
  response: retellChatAgent,
});

export const deleteRetellChatAgent = endpoint({
  method: 'DELETE',
  path: one('delete-chat-agent'),
  auth,
  permits: 'voice-agents:edit',
  tag,
  summary: 'Deletes a chat agent with its versions; its LLM record stays.',
  params,
});

export const readRetellChatAgentVersions = endpoint({
  method: 'GET',
  path: one('get-chat-agent-versions'),
  auth,
  permits: 'voice-agents:read',
  tag,
  summary: 'The draft and every version of a chat agent, newest first.',
  params,
  response: z.array(retellChatAgent),
});
