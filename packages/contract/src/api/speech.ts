import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './id.ts';
import { conversationId } from './predictions.ts';
import { studioPrefix } from './prefixes.ts';

const tag = 'Speech';

/** One event of a spoken answer, in the format of embedded chats. */
const speechEvent = z.union([
  z.object({
    event: z.literal('tts_start'),
    data: z.object({ chatMessageId: z.string(), format: z.string() }),
  }),
  z.object({
    event: z.literal('tts_data'),
    /** Base64. */
    data: z.object({ chatMessageId: z.string(), audioChunk: z.string() }),
  }),
  z.object({ event: z.literal('tts_end'), data: z.object({ chatMessageId: z.string() }) }),
  z.object({ event: z.literal('tts_abort'), data: z.object({ chatMessageId: z.string() }) }),
  z.object({
    event: z.literal('tts_error'),
    data: z.object({ chatMessageId: z.string(), error: z.string() }),
  }),
]);
export type SpeechEvent = z.output<typeof speechEvent>;

const spoken = {
  chatflowId: id,
  chatId: conversationId,
  /** Chats generate an id for a message that they have not stored. */
  chatMessageId: z.string().min(1).max(128),
};

export const generateSpeech = endpoint({
  method: 'POST',
  path: `${studioPrefix}/text-to-speech/generate`,
  auth: 'flow',
  permits: 'flows:run',
  tag,
  summary: 'Speaks a text with the voice of the flow, piece by piece.',
  // 20,000 characters, however they are written.
  strangersBytes: 128 * 1024,
  body: z.object({ ...spoken, text: z.string().trim().min(1, 'must not be empty').max(20_000) }),
  events: speechEvent,
});

export const abortSpeech = endpoint({
  method: 'POST',
  path: `${studioPrefix}/text-to-speech/abort`,
  auth: 'flow',
  permits: 'flows:run',
  tag,
  summary: 'Stops a spoken answer.',
  strangersBytes: 8 * 1024,
  body: z.object(spoken),
  response: z.object({ message: z.string(), chatId: z.string(), chatMessageId: z.string() }),
});
