import { AppError } from '@tendril/contract/app-error';
import * as z from 'zod';
import type { LiveReader, LiveResult } from '../../speech/live/live-protocol.ts';
import { readMessage } from '../../speech/live/read-message.ts';

const turn = z.object({
  type: z.literal('Turn'),
  end_of_turn: z.boolean().default(false),
  turn_is_formatted: z.boolean().default(false),
  transcript: z.string().default(''),
  words: z
    .array(
      z.object({
        text: z.string(),
        start: z.number().default(0),
        end: z.number(),
        word_is_final: z.boolean().default(true),
      }),
    )
    .default([]),
});
const failure = z.object({ error: z.string().min(1) });

/**
 * Reads the turns of a streaming session. `isFormatted`: the session was asked for punctuation, and sends the words of
 * each ended turn twice, the second time with it.
 */
export function openTurnReader(isFormatted: boolean): LiveReader {
  return {
    read(message) {
      const body = readMessage(message);
      const failed = failure.safeParse(body);
      if (failed.success) throw new AppError('PROVIDER_REFUSED', `AssemblyAI: ${failed.data.error}`);
      const parsed = turn.safeParse(body);
      return parsed.success ? toResult(parsed.data, isFormatted) : undefined;
    },
  };
}

function toResult(
  { end_of_turn, turn_is_formatted, transcript, words }: z.output<typeof turn>,
  isFormatted: boolean,
): LiveResult {
  const isFinal = end_of_turn && (turn_is_formatted || !isFormatted);
  const open = words.filter(({ word_is_final }) => !word_is_final).map(({ text }) => text);
  return {
    text: [transcript, ...(isFinal ? [] : open)].join(' ').trim(),
    isFinal,
    ...(isFinal && {
      words: words.map(({ text, start, end }) => ({ text, startsAt: start / 1000, endsAt: end / 1000 })),
    }),
    // Times are milliseconds of the session's sound; a turn without words lies where its session is.
    endsAt: (words.at(-1)?.end ?? Number.POSITIVE_INFINITY) / 1000,
    isLast: isFinal,
  };
}
