import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idParams } from './id.ts';
import { studioPrefix } from './prefixes.ts';

const tag = 'Messages';

/** A message as Flowise answers it, with its JSON columns parsed; `runId` and `status` are ours. */
export const chatMessage = z.object({
  id,
  role: z.enum(['userMessage', 'apiMessage']),
  chatflowid: id,
  content: z.string(),
  sourceDocuments: z.array(z.looseObject({})).optional(),
  usedTools: z.array(z.looseObject({})).optional(),
  agentReasoning: z.array(z.looseObject({})).optional(),
  chatType: z.enum(['INTERNAL', 'EXTERNAL']),
  chatId: z.string(),
  memoryType: z.string().nullable(),
  sessionId: z.string(),
  createdDate: z.string(),
  runId: id.nullable(),
  /** `interrupted`: the server stopped while it was written; `cancelled`: a person stopped it. */
  status: z.enum(['complete', 'failed', 'cancelled', 'interrupted']),
  isDemo: z.boolean(),
  error: z.string().nullable(),
});
export type ChatMessage = z.output<typeof chatMessage>;

const filters = z.object({
  chatId: z.string().max(255).optional(),
  sessionId: z.string().max(255).optional(),
  chatType: z.enum(['INTERNAL', 'EXTERNAL']).optional(),
  order: z.enum(['ASC', 'DESC']).default('ASC'),
  page: z.coerce.number().int().min(1).default(1),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});

export const listChatMessages = endpoint({
  method: 'GET',
  path: `${studioPrefix}/chatmessage/:id`,
  auth: 'sessionOrKey',
  tag,
  summary: "A flow's messages.",
  params: idParams,
  query: filters,
  response: z.array(chatMessage),
});

export const listInternalChatMessages = endpoint({
  method: 'GET',
  path: `${studioPrefix}/internal-chatmessage/:id`,
  auth: 'session',
  tag,
  summary: "A flow's messages of its own pages.",
  params: idParams,
  query: filters,
  response: z.array(chatMessage),
});

export const deleteChatMessages = endpoint({
  method: 'DELETE',
  path: `${studioPrefix}/chatmessage/:id`,
  auth: 'sessionOrKey',
  tag,
  summary: 'Deletes the messages of a chat with their events.',
  params: idParams,
  query: z.object({
    chatId: z.string().max(255).optional(),
    sessionId: z.string().max(255).optional(),
    chatType: z.enum(['INTERNAL', 'EXTERNAL']).optional(),
  }),
  response: z.object({ affected: z.number() }),
});
