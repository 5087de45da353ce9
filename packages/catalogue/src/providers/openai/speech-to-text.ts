import { parseShallowJson } from '@tendril/contract/json/parse-shallow-json';
import type { HeardText, HearingRequest, SpeechToText } from '@tendril/contract/provider/speech-to-text';
import { toWav } from '@tendril/contract/voice/wav';
import * as z from 'zod';
import { languageName } from '../../speech/language-name.ts';
import { patientRequest } from '../../speech/patient-request.ts';
import { createSegmentRecognizer } from '../../speech/segment-recognizer.ts';
import type { SpeechConnection } from '../../speech/speech-connection.ts';

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

/** Recognition by OpenAI, or a compatible server: the words come once the caller has finished. */
export function createOpenAiRecognizer(
  connection: SpeechConnection,
  vendor: TranscriptionVendor = openAi,
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
