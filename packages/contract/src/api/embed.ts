import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './id.ts';
import { conversationId } from './predictions.ts';
import { studioPrefix } from './prefixes.ts';

const tag = 'Embedded chats';

export const readNodeIcon = endpoint({
  method: 'GET',
  path: `${studioPrefix}/node-icon/:name`,
  auth: 'public',
  tag,
  summary: 'The icon of a node.',
  params: z.strictObject({ name: z.string().max(128) }),
  media: 'image/svg+xml',
});

export const readCredentialIcon = endpoint({
  method: 'GET',
  path: `${studioPrefix}/components-credentials-icon/:name`,
  auth: 'sessionOrKey',
  permits: 'member',
  tag,
  summary: 'The icon of a kind of secret.',
  params: z.strictObject({ name: z.string().max(128) }),
  media: 'image/svg+xml',
});

export const downloadAssistantFile = endpoint({
  method: 'POST',
  path: `${studioPrefix}/openai-assistants-file/download`,
  auth: 'flow',
  permits: 'flows:run',
  tag,
  summary: 'A file that an OpenAI assistant of the flow has written in a chat.',
  strangersBytes: 8 * 1024,
  body: z.object({ fileName: z.string().min(1).max(255), chatflowId: id, chatId: conversationId }),
  media: 'application/octet-stream',
});
