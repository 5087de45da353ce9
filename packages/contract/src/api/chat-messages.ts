import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idParams } from './id.ts';
import { studioPrefix } from './prefixes.ts';
import { sourceCheck } from './source-check.ts';

const tag = 'Messages';

/** A message in Flowise's format, with its JSON columns parsed; `runId` and `status` are ours. */
const chatMessage = z.object({
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
  fileUploads: z.array(z.looseObject({})).optional(),
  artifacts: z.array(z.looseObject({})).optional(),
  /** Set while the answer waits for a person. */
  action: z.looseObject({}).optional(),
  /** JSON text of a list of questions, as clients of Flowise read it. */
  followUpPrompts: z.string().optional(),
  /** What of the answer its sources do not bear out, where that was checked. */
  sourceCheck: sourceCheck.optional(),
  leadEmail: z.string().nullable().optional(),
  feedback: z
    .object({ rating: z.enum(['THUMBS_UP', 'THUMBS_DOWN']), content: z.string().nullable() })
    .optional(),
});
export type ChatMessage = z.output<typeof chatMessage>;

/** The filters of the messages viewer; dates are ISO days or times, `endDate` included. */
const messageFilters = {
  chatType: z.enum(['INTERNAL', 'EXTERNAL']).optional(),
  startDate: z.string().max(40).optional(),
  endDate: z.string().max(40).optional(),
  feedbackType: z.enum(['THUMBS_UP', 'THUMBS_DOWN']).optional(),
};

const filters = z.object({
  chatId: z.string().max(255).optional(),
  sessionId: z.string().max(255).optional(),
  messageId: id.optional(),
  memoryType: z.string().max(200).optional(),
  ...messageFilters,
  /** `true`: each answer with its rating. */
  feedback: z.stringbool().optional(),
  order: z.enum(['ASC', 'DESC']).default('ASC'),
  page: z.coerce.number().int().min(1).default(1),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});

export const listChatMessages = endpoint({
  method: 'GET',
  path: `${studioPrefix}/chatmessage/:id`,
  auth: 'sessionOrKey',
  permits: 'conversations:read',
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
  permits: 'conversations:read',
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
  permits: 'conversations:delete',
  tag,
  summary: 'Deletes the messages of a chat with their events.',
  params: idParams,
  query: z.object({
    chatId: z.string().max(255).optional(),
    sessionId: z.string().max(255).optional(),
    ...messageFilters,
  }),
  response: z.object({ affected: z.number() }),
});

/** One conversation as the messages viewer lists it. */
const chatSession = z.object({
  chatId: z.string(),
  sessionId: z.string(),
  chatType: z.string(),
  memoryType: z.string().nullable(),
  messages: z.number().int(),
  firstQuestion: z.string(),
  lastMessage: z.string(),
  leadEmail: z.string().nullable(),
  up: z.number().int(),
  down: z.number().int(),
  startedAt: z.number().int(),
  updatedAt: z.number().int(),
});
export type ChatSession = z.output<typeof chatSession>;

export const listChatSessions = endpoint({
  method: 'GET',
  path: `${studioPrefix}/flows/:id/sessions`,
  auth: 'session',
  permits: 'conversations:read',
  tag,
  summary: "A flow's conversations, the latest first.",
  params: idParams,
  query: z.strictObject({
    ...messageFilters,
    search: z.string().max(200).optional(),
    page: z.coerce.number().int().min(1).default(1),
    limit: z.coerce.number().int().min(1).max(100).default(30),
  }),
  response: z.object({
    data: z.array(chatSession),
    /** At most 10,000: lists count no further. */
    total: z.number().int(),
    hasMore: z.boolean(),
    /** What is searched is so short or common that only the latest 2,000 were looked through. */
    isPartial: z.boolean().optional(),
  }),
});

export const readFlowStats = endpoint({
  method: 'GET',
  path: `${studioPrefix}/stats/:id`,
  auth: 'sessionOrKey',
  permits: 'statistics:read',
  tag,
  summary: "Counts of a flow's messages.",
  params: idParams,
  query: z.object(messageFilters),
  response: z.object({
    totalMessages: z.number().int(),
    totalSessions: z.number().int(),
    totalFeedback: z.number().int(),
    positiveFeedback: z.number().int(),
  }),
});
