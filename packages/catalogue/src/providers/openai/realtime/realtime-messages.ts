import { AppError, type ErrorCode } from '@tendril/contract/app-error';
import * as z from 'zod';
import { readMessage } from '../../../speech/live/read-message.ts';

const details = z
  .object({
    text_tokens: z.number().default(0),
    audio_tokens: z.number().default(0),
    cached_tokens: z.number().default(0),
    cached_tokens_details: z
      .object({ text_tokens: z.number().default(0), audio_tokens: z.number().default(0) })
      .nullish(),
  })
  .partial();

/** The tokens of one response, as the vendor counts them. */
const usage = z.object({
  input_tokens: z.number().default(0),
  output_tokens: z.number().default(0),
  input_token_details: details.nullish(),
  output_token_details: details.nullish(),
});
export type RealtimeUsage = z.output<typeof usage>;

/** What the vendor says of something that failed. */
export const realtimeFailure = z.object({
  type: z.string().nullish(),
  code: z.string().nullish(),
  message: z.string().default('The session failed.'),
  event_id: z.string().nullish(),
});

const item = z.object({
  id: z.string().default(''),
  type: z.string().default(''),
  role: z.string().nullish(),
  call_id: z.string().nullish(),
  name: z.string().nullish(),
  arguments: z.string().nullish(),
});

/** The events of the vendor that matter here; others are left out. */
const event = z.discriminatedUnion('type', [
  z.object({ type: z.literal('session.created') }),
  z.object({ type: z.literal('session.updated') }),
  z.object({ type: z.literal('input_audio_buffer.committed'), item_id: z.string() }),
  z.object({
    type: z.literal('conversation.item.input_audio_transcription.completed'),
    item_id: z.string(),
    transcript: z.string().default(''),
  }),
  z.object({
    type: z.literal('conversation.item.input_audio_transcription.failed'),
    item_id: z.string(),
    error: realtimeFailure,
  }),
  z.object({
    type: z.literal('response.created'),
    response: z.object({
      id: z.string(),
      metadata: z.record(z.string(), z.string()).nullish(),
    }),
  }),
  z.object({
    type: z.literal('response.output_audio.delta'),
    response_id: z.string(),
    item_id: z.string(),
    delta: z.string(),
  }),
  z.object({
    type: z.literal('response.output_audio_transcript.delta'),
    response_id: z.string(),
    item_id: z.string(),
    delta: z.string(),
  }),
  z.object({ type: z.literal('response.output_item.done'), response_id: z.string(), item }),
  z.object({
    type: z.literal('response.done'),
    response: z.object({
      id: z.string(),
      status: z.string().default('completed'),
      status_details: z.object({ error: realtimeFailure.nullish() }).nullish(),
      usage: usage.nullish(),
    }),
  }),
  z.object({ type: z.literal('error'), error: realtimeFailure }),
]);
export type RealtimeEvent = z.output<typeof event>;

/** Reads an event; undefined for one that does not matter here. */
export function readRealtimeEvent(message: string | Uint8Array): RealtimeEvent | undefined {
  const parsed = event.safeParse(readMessage(message));
  return parsed.success ? parsed.data : undefined;
}

const codes: Readonly<Record<string, ErrorCode>> = {
  invalid_api_key: 'PROVIDER_UNAUTHORIZED',
  insufficient_quota: 'PROVIDER_RATE_LIMITED',
  rate_limit_exceeded: 'PROVIDER_RATE_LIMITED',
  session_expired: 'PROVIDER_UNAVAILABLE',
  server_error: 'PROVIDER_UNAVAILABLE',
};

/** An error of the vendor in its words, never with the key. */
export function toRealtimeError(
  { type, code, message }: z.output<typeof realtimeFailure>,
  key: string,
  vendor = 'OpenAI Realtime',
): AppError {
  const known = codes[code ?? ''] ?? codes[type ?? ''] ?? 'PROVIDER_REFUSED';
  return new AppError(known, `${vendor}: ${message.replaceAll(key || '\0', '…').slice(0, 300)}`);
}
