import { AppError } from '@tendril/contract/app-error';
import { parseShallowJson } from '@tendril/contract/json/parse-shallow-json';
import type { HeardText, SpeechToText } from '@tendril/contract/provider/speech-to-text';
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

/** A duration: "1.300s". */
const seconds = z
  .string()
  .default('0s')
  .transform((text) => Number.parseFloat(text) || 0);
const alternative = z.object({
  transcript: z.string().default(''),
  words: z.array(z.object({ startTime: seconds, endTime: seconds, word: z.string() })).default([]),
});
const answer = z.object({
  results: z.array(z.object({ alternatives: z.array(alternative).default([]) })).default([]),
});

/** Recognition by Google, utterance by utterance. */
export function createGoogleRecognizer(connection: SpeechConnection): SpeechToText {
  return createSegmentRecognizer(vendor, (segment) => transcribe(connection, segment), mostMs);
}

async function transcribe(
  { key, baseUrl, fetch }: SpeechConnection,
  { samples, request }: Segment,
): Promise<HeardText> {
  const { language, sampleRate, mode, keywords, signal } = request;
  const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
  const body = {
    config: {
      encoding: 'LINEAR16',
      sampleRateHertz: sampleRate,
      languageCode: locales[language] ?? language,
      enableAutomaticPunctuation: true,
      enableWordTimeOffsets: true,
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
  const best = parsed.data.results.flatMap(({ alternatives }) => alternatives.slice(0, 1));
  const words = best.flatMap((one) =>
    one.words.map(({ word, startTime, endTime }) => ({
      text: word,
      startMs: startTime * 1000,
      endMs: endTime * 1000,
    })),
  );
  return {
    text: best
      .map(({ transcript }) => transcript.trim())
      .filter(Boolean)
      .join(' '),
    ...(words.length > 0 && { words }),
  };
}
