import { AppError } from '@tendril/contract/app-error';
import { parseShallowJson } from '@tendril/contract/json/parse-shallow-json';
import type { HeardText, HearingRequest, SpeechToText } from '@tendril/contract/provider/speech-to-text';
import { toWav } from '@tendril/contract/voice/wav';
import * as z from 'zod';
import { languageName } from '../../speech/language-name.ts';
import { patientRequest } from '../../speech/patient-request.ts';
import { createSegmentRecognizer } from '../../speech/segment-recognizer.ts';
import type { LiveSpeechConnection, SpeechConnection } from '../../speech/speech-connection.ts';
import { createLiveTranscription } from './realtime/live-transcription.ts';

/** A vendor that is spoken to as OpenAI is. */
interface TranscriptionVendor {
  label: string;
  models: Readonly<Record<HearingRequest['mode'], string>>;
  /** Its models state the times of words. */
  hasTimes?: boolean;
}

const openAi = {
  label: 'OpenAI',
  models: { fast: 'gpt-4o-mini-transcribe', accurate: 'gpt-4o-transcribe' },
} as const;
const patienceMs = 15_000;
const mostMs = 10 * 60_000;
const transcription = z.object({
  text: z.string(),
  words: z.array(z.object({ word: z.string(), start: z.number(), end: z.number() })).default([]),
});

/**
 * Recognition by OpenAI. A compatible server that has no transcription sessions, or an account without their model, is
 * asked utterance by utterance.
 */
export function createOpenAiRecognizer(connection: LiveSpeechConnection): SpeechToText {
  const live = createLiveTranscription(connection);
  const whole = createFileRecognizer(connection, openAi);
  return {
    ...live,
    async open(request) {
      try {
        return await live.open(request);
      } catch (error) {
        request.signal.throwIfAborted();
        if (error instanceof AppError && error.code === 'PROVIDER_UNAUTHORIZED') throw error;
        return whole.open(request);
      }
    },
  };
}

/** Recognition by a vendor that is spoken to as OpenAI is: the words come once the caller has finished. */
export function createFileRecognizer(
  connection: SpeechConnection,
  vendor: TranscriptionVendor,
): SpeechToText {
  return createSegmentRecognizer(
    vendor.label,
    ({ samples, request }) => {
      const file = new Blob([toWav({ samples, sampleRate: request.sampleRate })], { type: 'audio/wav' });
      return transcribe(connection, vendor, request, file);
    },
    mostMs,
  );
}

async function transcribe(
  connection: SpeechConnection,
  { label: vendor, models, hasTimes }: TranscriptionVendor,
  request: HearingRequest,
  file: Blob,
): Promise<HeardText> {
  const { key, baseUrl, fetch } = connection;
  const body = new FormData();
  body.append('file', file, 'utterance.wav');
  body.append('model', models[request.mode]);
  body.append('response_format', hasTimes ? 'verbose_json' : 'json');
  if (hasTimes) body.append('timestamp_granularities[]', 'word');
  const language = languageName(request.language);
  if (language) body.append('language', language);
  if (request.keywords.length > 0) body.append('prompt', request.keywords.join(', '));
  const init = { method: 'POST', headers: { authorization: `Bearer ${key}` }, body };
  const url = `${baseUrl}/audio/transcriptions`;
  const { signal } = request;
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of patientRequest({ vendor, key, fetch, url, init, signal, patienceMs }))
    text += decoder.decode(bytes, { stream: true });
  const { text: said, words } = transcription.parse(parseShallowJson(text + decoder.decode()));
  return {
    text: said.trim(),
    ...(words.length > 0 && {
      words: words.map(({ word, start, end }) => ({
        text: word.trim(),
        startMs: start * 1000,
        endMs: end * 1000,
      })),
    }),
  };
}
