import { AppError } from '@tendril/contract/app-error';
import type { SpeechRequest, TextToSpeech, VoiceEmotion } from '@tendril/contract/provider/text-to-speech';
import * as z from 'zod';
import { languageName } from '../../speech/language-name.ts';
import { readMessage } from '../../speech/live/read-message.ts';
import type { LiveSpeechConnection } from '../../speech/speech-connection.ts';
import { boundedSpeed, offeredRate } from '../../speech/vendor-synthesizer.ts';
import { createSocketSynthesizer } from '../../speech/voices/socket-synthesizer.ts';
import type { SpokenPart } from '../../speech/voices/voice-socket-protocol.ts';
import { withPronunciations } from '../../speech/voices/with-pronunciations.ts';
import { cartesiaHeaders } from './connection.ts';

const vendor = 'Cartesia';
const model = 'sonic-3';
const sampleRates = [8000, 16_000, 22_050, 24_000, 44_100];
/** The vendor's names of the emotions. */
const emotions: Readonly<Record<VoiceEmotion, string>> = {
  calm: 'calm',
  sympathetic: 'sympathetic',
  happy: 'happy',
  sad: 'sad',
  angry: 'angry',
  fearful: 'scared',
  surprised: 'surprised',
};

const seconds = z.array(z.number()).default([]);
const message = z.object({
  type: z.string(),
  context_id: z.string().nullish(),
  data: z.string().optional(),
  done: z.boolean().default(false),
  error: z.string().optional(),
  title: z.string().optional(),
  message: z.string().optional(),
  status_code: z.number().optional(),
  word_timestamps: z
    .object({ words: z.array(z.string()).default([]), start: seconds, end: seconds })
    .optional(),
});

/** A voice of Cartesia, over a socket that stays open during the call; the vendor states the times of the words. */
export function createCartesiaSynthesizer(
  connection: LiveSpeechConnection,
  findVoiceId: (signal: AbortSignal) => Promise<string>,
): TextToSpeech {
  return createSocketSynthesizer(
    connection,
    async (signal) => {
      const voiceId = await findVoiceId(signal);
      return {
        vendor,
        address: `${connection.baseUrl.replace(/^http/, 'ws')}/tts/websocket`,
        headers: cartesiaHeaders(connection),
        rateFor: (wanted) => offeredRate(wanted, sampleRates),
        request: (id, request, sampleRate) => [toGeneration(voiceId, id, request, sampleRate)],
        cancel: (id) => JSON.stringify({ context_id: id, cancel: true }),
        read: (raw) => readPart(raw, connection.key),
      };
    },
    vendor,
  );
}

function toGeneration(voiceId: string, id: string, request: SpeechRequest, sampleRate: number): string {
  const { text, speed, emotion, language, pronunciations } = request;
  const code = languageName(language);
  // Phonemes stand in the text, between double angle brackets and separated by bars.
  const transcript = withPronunciations(text, pronunciations, ({ ipa }) => `<<${[...ipa].join('|')}>>`);
  const settings = {
    ...(speed !== 1 && { speed: boundedSpeed(speed, 0.6, 1.5) }),
    ...(emotion && { emotion: emotions[emotion] }),
  };
  return JSON.stringify({
    model_id: model,
    transcript,
    voice: { mode: 'id', id: voiceId },
    ...(code && { language: code }),
    context_id: id,
    output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: sampleRate },
    add_timestamps: true,
    continue: false,
    ...(Object.keys(settings).length > 0 && { generation_config: settings }),
  });
}

function readPart(raw: string | Uint8Array, key: string): SpokenPart | undefined {
  const parsed = message.safeParse(readMessage(raw));
  if (!parsed.success) return undefined;
  const { type, context_id: id, data, done, word_timestamps: words } = parsed.data;
  const part: SpokenPart = { ...(id && { sentenceId: id }) };
  switch (type) {
    case 'chunk':
      return { ...part, bytes: Buffer.from(data ?? '', 'base64'), isLast: done };
    case 'timestamps':
      return {
        ...part,
        words: (words?.words ?? []).map((text, index) => ({
          text,
          startMs: (words?.start[index] ?? 0) * 1000,
          endMs: (words?.end[index] ?? 0) * 1000,
        })),
      };
    case 'done':
      return { ...part, isLast: true };
    case 'error':
      return { ...part, error: toError(parsed.data, key) };
    default:
      return undefined;
  }
}

function toError(
  { error, title, message: text, status_code: status }: z.output<typeof message>,
  key: string,
) {
  const code =
    status === 401 || status === 403
      ? 'PROVIDER_UNAUTHORIZED'
      : status === 429
        ? 'PROVIDER_RATE_LIMITED'
        : 'PROVIDER_REFUSED';
  const words = (error ?? text ?? title ?? 'refused the sentence.').replaceAll(key || '\0', '…');
  return new AppError(code, `${vendor}: ${words}`);
}
