import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idParams } from './id.ts';
import { conversationId } from './predictions.ts';
import { studioPrefix } from './prefixes.ts';

const tag = 'Leads';
const path = `${studioPrefix}/leads`;

/** Contact details that a visitor has left in a chat. */
export const lead = z.object({
  id,
  chatflowid: id,
  chatId: z.string(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  createdDate: z.string(),
});
export type Lead = z.output<typeof lead>;

/** Unknown keys are dropped: embedded chats send their own. */
export const createLead = endpoint({
  method: 'POST',
  path,
  auth: 'flow',
  permits: 'flows:run',
  tag,
  summary: 'Leaves contact details with a flow.',
  strangersBytes: 8 * 1024,
  body: z
    .object({
      chatflowid: id,
      chatId: conversationId.optional(),
      name: z.string().max(200).optional(),
      email: z.string().max(254).optional(),
      phone: z.string().max(64).optional(),
    })
    .meta({ examples: [{ chatflowid: 'the-id-of-the-flow', name: 'Ada' }] }),
  response: lead,
});

export const listLeads = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  auth: 'sessionOrKey',
  permits: 'conversations:read',
  tag,
  summary: 'Contact details left with a flow.',
  params: idParams,
  response: z.array(lead),
});

/** `id` is that of the lead. */
export const deleteLead = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  auth: 'session',
  permits: 'conversations:delete',
  tag,
  summary: 'Deletes contact details; the chat stays.',
  params: idParams,
});
