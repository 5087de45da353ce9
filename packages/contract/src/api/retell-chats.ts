import * as z from 'zod';
import { dynamicVariables } from '../voice/voice-agent.ts';
import { endpoint } from './endpoint.ts';
import {
  retellAmount as amount,
  retellBooleanFilter as booleanFilter,
  retellEnumFilter as enumFilter,
  retellKeyedFilters as keyed,
  retellPicked,
  retellSearchPage,
  retellWord as word,
} from './retell-filters.ts';
import { retellAuth as auth, retellId, retellPrefix, retellTag as tag } from './retell-pages.ts';

const params = z.strictObject({ chatId: retellId });
const metadata = z.record(z.string().max(100), z.unknown());

const message = z.looseObject({ role: z.string(), message_id: z.string(), created_timestamp: z.number() });
export type RetellMessage = z.output<typeof message>;

const retellChat = z.looseObject({
  chat_id: z.string(),
  agent_id: z.string(),
  chat_status: z.enum(['ongoing', 'ended', 'error']),
  chat_type: z.literal('api_chat'),
});
export type RetellChat = z.output<typeof retellChat>;

export const retellChatBody = z.looseObject({
  agent_id: retellId,
  agent_version: z.union([z.number().int().min(0), z.enum(['latest', 'latest_published'])]).optional(),
  metadata: metadata.nullish(),
  retell_llm_dynamic_variables: dynamicVariables.nullish(),
});

export const createRetellChat = endpoint({
  method: 'POST',
  path: `${retellPrefix}/create-chat`,
  auth,
  permits: 'calls:start',
  tag,
  summary: 'Begins a chat with an agent; it greets first if it is set to.',
  body: retellChatBody,
  response: retellChat,
  status: 201,
});

export const completeRetellChat = endpoint({
  method: 'POST',
  path: `${retellPrefix}/create-chat-completion`,
  auth,
  permits: 'calls:start',
  tag,
  summary: 'Says something in a chat; answers with what was said and done then.',
  body: z.strictObject({
    chat_id: retellId,
    content: z.string().trim().min(1, 'must not be empty').max(20_000, 'must have at most 20000 characters'),
  }),
  response: z.object({ messages: z.array(message) }),
  status: 201,
});

export const readRetellChat = endpoint({
  method: 'GET',
  path: `${retellPrefix}/get-chat/:chatId`,
  auth,
  permits: 'calls:listen',
  tag,
  summary: 'A chat with all of its messages.',
  params,
  response: retellChat,
});

export const retellChatChanges = z.looseObject({
  metadata: metadata.optional(),
  override_dynamic_variables: dynamicVariables.nullish(),
});

export const updateRetellChat = endpoint({
  method: 'PATCH',
  path: `${retellPrefix}/update-chat/:chatId`,
  auth,
  permits: 'calls:start',
  tag,
  summary: 'Replaces the metadata of a chat, and sets variables of one in progress.',
  params,
  body: retellChatChanges,
  response: retellChat,
});

/** All have to hold; what a chat has no such thing for is refused by name. */
const retellChatFilters = z.strictObject({
  agent: retellPicked,
  chat_id: word,
  chat_status: enumFilter.optional(),
  disconnection_reason: enumFilter.optional(),
  duration_ms: amount,
  start_timestamp: amount,
  end_timestamp: amount,
  combined_cost: amount,
  chat_successful: booleanFilter.optional(),
  user_sentiment: enumFilter.optional(),
  custom_analysis_data: keyed,
});
export type RetellChatFilters = z.output<typeof retellChatFilters>;

export const listRetellChats = endpoint({
  method: 'POST',
  path: `${retellPrefix}/v3/list-chats`,
  auth,
  permits: 'calls:listen',
  isRead: true,
  tag,
  summary: 'Chats by pages.',
  body: z.strictObject({ filter_criteria: retellChatFilters.optional(), ...retellSearchPage }).optional(),
  response: z.object({
    items: z.array(retellChat),
    has_more: z.boolean(),
    pagination_key: z.string().optional(),
    total: z.number().int().optional(),
  }),
});

export const endRetellChat = endpoint({
  method: 'PATCH',
  path: `${retellPrefix}/end-chat/:chatId`,
  auth,
  permits: 'calls:start',
  tag,
  summary: 'Ends a chat in progress.',
  params,
});

export const deleteRetellChat = endpoint({
  method: 'DELETE',
  path: `${retellPrefix}/delete-chat/:chatId`,
  auth,
  permits: 'calls:delete',
  tag,
  summary: 'Deletes a chat with everything that is stored of it.',
  params,
});
