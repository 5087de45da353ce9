import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idParams } from './id.ts';
import { conversationId } from './predictions.ts';
import { studioPrefix } from './prefixes.ts';

const tag = 'Feedback';
const path = `${studioPrefix}/feedback/:id`;

const rating = z.enum(['THUMBS_UP', 'THUMBS_DOWN']);

/** A rating of one answer. */
export const feedback = z.object({
  id,
  chatflowid: id,
  chatId: z.string(),
  messageId: id,
  rating,
  content: z.string().nullable(),
  createdDate: z.string(),
});
export type Feedback = z.output<typeof feedback>;

/** Unknown keys are dropped: embedded chats send their own. */
export const createFeedback = endpoint({
  method: 'POST',
  path,
  auth: 'flow',
  permits: 'flows:run',
  tag,
  summary: 'Rates an answer of the flow; a second rating of the same answer replaces the first.',
  params: idParams,
  body: z.object({
    chatId: conversationId,
    messageId: id,
    rating,
    content: z.string().max(10_000).optional(),
  }),
  response: feedback,
});

export const listFeedback = endpoint({
  method: 'GET',
  path,
  auth: 'sessionOrKey',
  permits: 'conversations:read',
  tag,
  summary: "Ratings of the flow's answers.",
  params: idParams,
  query: z.object({ chatId: conversationId.optional(), sortOrder: z.enum(['ASC', 'DESC']).default('ASC') }),
  response: z.array(feedback),
});

/** `id` is that of the feedback. */
export const updateFeedback = endpoint({
  method: 'PUT',
  path,
  auth: 'flow',
  permits: 'flows:run',
  tag,
  summary: 'Changes a rating.',
  strangersBytes: 64 * 1024,
  params: idParams,
  body: z.object({ rating: rating.optional(), content: z.string().max(10_000).optional() }),
  response: feedback,
});
