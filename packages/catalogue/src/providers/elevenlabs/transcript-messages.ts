import { AppError, type ErrorCode } from '@tendril/contract/app-error';
import * as z from 'zod';
import type { LiveReader, LiveResult } from '../../speech/live/live-protocol.ts';
import { readMessage } from '../../speech/live/read-message.ts';

const message = z.object({
  message_type: z.string(),
  text: z.string().default(''),
  words: z
    .array(
      z.object({
        text: z.string().default(''),
        start: z.number().default(0),
        end: z.number().default(0),
        type: z.string().default('word'),
      }),
    )
    .default([]),
  error: z.string().optional(),
});

/** What ends a session, by the name of its message; others that carry an error end it too. */
const codes: Readonly<Record<string, ErrorCode>> = {
  auth_error: 'PROVIDER_UNAUTHORIZED',
  unaccepted_terms: 'PROVIDER_UNAUTHORIZED',
  quota_exceeded: 'PROVIDER_RATE_LIMITED',
  rate_limited: 'PROVIDER_RATE_LIMITED',
  resource_exhausted: 'PROVIDER_UNAVAILABLE',
  queue_overflow: 'PROVIDER_UNAVAILABLE',
  transcriber_error: 'PROVIDER_UNAVAILABLE',
  session_time_limit_exceeded: 'PROVIDER_UNAVAILABLE',
};
/** There was nothing to finish: too little sound, or none with a voice. */
const emptyCommits = new Set(['commit_throttled', 'insufficient_audio_activity']);

/**
 * Reads the transcripts of a realtime session. They answer commits, in their order, each of them twice: at once with its
 * text alone, then with the times of its words, which count from the beginning of the session.
 */
export function openTranscriptReader(): LiveReader {
  const commits: number[] = [];
  /** The commit whose text has come, and not yet its times. */
  let timeless: { asked: number | undefined } | undefined;

  function answer(text: string, sentSeconds: number): LiveResult {
    const asked = commits.shift();
    timeless = { asked };
    return { text: text.trim(), isFinal: true, endsAt: asked ?? sentSeconds, isLast: false };
  }

  function times(words: z.output<typeof message>['words'], sentSeconds: number): LiveResult {
    // The vendor finishes a very long piece by itself.
    const asked = timeless?.asked;
    timeless = undefined;
    return {
      text: '',
      isFinal: true,
      words: words
        .filter(({ type }) => type === 'word')
        .map(({ text, start, end }) => ({ text, startsAt: start, endsAt: end })),
      endsAt: asked ?? sentSeconds,
      isLast: asked !== undefined,
    };
  }

  return {
    noteFinalize: (sentSeconds) => void commits.push(sentSeconds),
    read(raw, sentSeconds) {
      const parsed = message.safeParse(readMessage(raw));
      if (!parsed.success) return undefined;
      const { message_type: type, text, words, error } = parsed.data;
      if (type === 'partial_transcript')
        return { text: text.trim(), isFinal: false, endsAt: sentSeconds, isLast: false };
      if (type === 'committed_transcript') return answer(text, sentSeconds);
      if (type === 'committed_transcript_with_timestamps') return times(words, sentSeconds);
      if (emptyCommits.has(type)) {
        const asked = commits.shift();
        return { text: '', isFinal: true, endsAt: asked ?? sentSeconds, isLast: asked !== undefined };
      }
      if (error !== undefined)
        throw new AppError(codes[type] ?? 'PROVIDER_REFUSED', `ElevenLabs: ${error || type}`);
      return undefined;
    },
  };
}
