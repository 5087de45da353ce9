import * as z from 'zod';
import type { LiveResult } from '../../speech/live/live-protocol.ts';
import { readMessage } from '../../speech/live/read-message.ts';

const result = z.object({
  type: z.literal('Results'),
  is_final: z.boolean().default(false),
  from_finalize: z.boolean().default(false),
  speech_final: z.boolean().default(false),
  start: z.number().default(0),
  duration: z.number().default(Number.POSITIVE_INFINITY),
  channel: z.object({
    alternatives: z.array(
      z.object({
        transcript: z.string(),
        words: z
          .array(
            z.object({
              word: z.string(),
              punctuated_word: z.string().optional(),
              start: z.number(),
              end: z.number(),
            }),
          )
          .default([]),
      }),
    ),
  }),
});

/** A message without words, by which the vendor shows all the same that it listens. */
const report = z.object({ type: z.enum(['Metadata', 'SpeechStarted', 'UtteranceEnd']) });

export function isReport(message: string | Uint8Array): boolean {
  return report.safeParse(readMessage(message)).success;
}

/** Parses a message of the live socket; undefined for those without text: metadata, the start of speech. */
export function readLiveResult(message: string | Uint8Array): LiveResult | undefined {
  const parsed = result.safeParse(readMessage(message));
  if (!parsed.success) return undefined;
  const { is_final, from_finalize, speech_final, start, duration, channel } = parsed.data;
  const [best] = channel.alternatives;
  const text = best?.transcript.trim() ?? '';
  const words = (best?.words ?? []).map(({ word, punctuated_word, start: startsAt, end }) => ({
    text: punctuated_word ?? word,
    startsAt,
    endsAt: end,
  }));
  return {
    text,
    isFinal: is_final,
    ...(is_final && { words }),
    endsAt: start + duration,
    isLast: from_finalize,
    isPause: speech_final && !from_finalize,
  };
}
