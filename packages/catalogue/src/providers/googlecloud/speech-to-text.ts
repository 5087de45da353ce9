import { AppError } from '@tendril/contract/app-error';
import { parseShallowJson } from '@tendril/contract/json/parse-shallow-json';
import type { SpeechToText } from '@tendril/contract/provider/speech-to-text';
import * as z from 'zod';
import { patientRequest } from '../../speech/patient-request.ts';
import { createSegmentRecognizer, type Segment } from '../../speech/segment-recognizer.ts';
import type { SpeechConnection } from '../../speech/speech-connection.ts';
import { googleHearingBase } from './connection.ts';

const vendor = 'Google';
const patienceMs = 15_000;
/** The vendor answers up to a minute at once. */
const mostMs = 59_000;
/** The vendor's codes of languages that it names otherwise. */
const locales: Readonly<Record<string, string>> = { multi: 'en-US', 'zh-CN': 'cmn-Hans-CN' };

const answer = z.object({
  results: z
    .array(z.object({ alternatives: z.array(z.object({ transcript: z.string().default('') })).default([]) }))
    .default([]),
});

/** Recognition by Google, utterance by utterance. */
export function createGoogleRecognizer(connection: SpeechConnection): SpeechToText {
  return createSegmentRecognizer(vendor, (segment) => transcribe(connection, segment), mostMs);
}

async function transcribe(
  { key, baseUrl, fetch }: SpeechConnection,
  { samples, request }: Segment,
): Promise<string> {
  const { language, sampleRate, mode, keywords, signal } = request;
  const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
  const body = {
    config: {
      encoding: 'LINEAR16',
      sampleRateHertz: sampleRate,
      languageCode: locales[language] ?? language,
      enableAutomaticPunctuation: true,
      model: mode === 'fast' ? 'latest_short' : 'latest_long',
      ...(keywords.length > 0 && { speechContexts: [{ phrases: keywords }] }),
    },
    audio: { content: bytes.toString('base64') },
  };
  const headers = { 'x-goog-api-key': key, 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  const url = `${googleHearingBase(baseUrl)}/v1/speech:recognize`;
  const decoder = new TextDecoder();
  let text = '';
  for await (const part of patientRequest({ vendor, key, fetch, url, init, signal, patienceMs }))
    text += decoder.decode(part, { stream: true });
  const parsed = answer.safeParse(parseShallowJson(text + decoder.decode()));
  if (!parsed.success) throw new AppError('PROVIDER_REFUSED', `${vendor} returned no transcript.`);
  return parsed.data.results
    .map(({ alternatives }) => alternatives[0]?.transcript.trim() ?? '')
    .filter(Boolean)
    .join(' ');
}
