import { parseShallowJson } from '@tendril/contract/json/parse-shallow-json';
import * as z from 'zod';

const result = z.object({
  type: z.literal('Results'),
  is_final: z.boolean().default(false),
  from_finalize: z.boolean().default(false),
  start: z.number().default(0),
  duration: z.number().default(Number.POSITIVE_INFINITY),
  channel: z.object({ alternatives: z.array(z.object({ transcript: z.string() })) }),
});

/** A piece of recognized text: final pieces follow each other, an interim one replaces the one before. */
export interface LiveResult {
  text: string;
  isFinal: boolean;
  /** Seconds of sound since the socket was opened. */
  endsAt: number;
  /** The response to "finalize": the utterance is complete. */
  isLast: boolean;
}

/** Parses a message of the live socket; undefined for those without text: metadata, the start of speech. */
export function readLiveResult(message: string | Uint8Array): LiveResult | undefined {
  if (typeof message !== 'string') return undefined;
  const parsed = result.safeParse(parse(message));
  if (!parsed.success) return undefined;
  const { is_final, from_finalize, start, duration, channel } = parsed.data;
  const text = channel.alternatives[0]?.transcript.trim() ?? '';
  return { text, isFinal: is_final, endsAt: start + duration, isLast: from_finalize };
}

function parse(message: string): unknown {
  try {
    return parseShallowJson(message);
  } catch {
    return undefined;
  }
}
