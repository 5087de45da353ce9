import { AppError, type ErrorCode } from '@tendril/contract/app-error';
import * as z from 'zod';
import type { LiveReader } from '../../speech/live/live-protocol.ts';
import { readMessage } from '../../speech/live/read-message.ts';

const message = z.object({
  message_type: z.string(),
  text: z.string().default(''),
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

/** Reads the transcripts of a realtime session. They bear no times: each answers a commit, in their order. */
export function openTranscriptReader(): LiveReader {
  const commits: number[] = [];
  return {
    noteFinalize: (sentSeconds) => void commits.push(sentSeconds),
    read(raw, sentSeconds) {
      const parsed = message.safeParse(readMessage(raw));
      if (!parsed.success) return undefined;
      const { message_type: type, text, error } = parsed.data;
      if (type === 'partial_transcript')
        return { text: text.trim(), isFinal: false, endsAt: sentSeconds, isLast: false };
      if (type === 'committed_transcript' || emptyCommits.has(type)) {
        const asked = commits.shift();
        // The vendor finishes a very long piece by itself.
        return {
          text: text.trim(),
          isFinal: true,
          endsAt: asked ?? sentSeconds,
          isLast: asked !== undefined,
        };
      }
      if (error !== undefined)
        throw new AppError(codes[type] ?? 'PROVIDER_REFUSED', `ElevenLabs: ${error || type}`);
      return undefined;
    },
  };
}
