import { AppError } from '@tendril/contract/app-error';
import { parseShallowJson } from '@tendril/contract/json/parse-shallow-json';
import type { SpeechRequest, SpokenWord, TextToSpeech } from '@tendril/contract/provider/text-to-speech';
import * as z from 'zod';
import type { SpeechConnection } from '../../speech/speech-connection.ts';
import { boundedSpeed, createVendorSynthesizer } from '../../speech/vendor-synthesizer.ts';
import { escapeXml } from '../../speech/voices/escape-xml.ts';
import { withPronunciations } from '../../speech/voices/with-pronunciations.ts';
import { googleLocale } from './google-locale.ts';

/** The vendor speaks its newest voices in every language, by their name alone. */
const family = 'Chirp3-HD';
const answer = z.object({
  audioContent: z.string(),
  timepoints: z.array(z.object({ markName: z.string(), timeSeconds: z.number() })).default([]),
});

/** The vendor's name of a voice in a language: "de-DE-Chirp3-HD-Kore". */
function googleVoice(name: string, language: string): string {
  return `${googleLocale(language)}-${family}-${name}`;
}

/**
 * A voice of Google. It answers a sentence as a whole; voices that read SSML also state when each word begins. `named` is
 * the vendor's own name of a voice, else the agent's language decides.
 */
export function createGoogleSynthesizer(
  connection: SpeechConnection,
  name: string,
  named?: string,
): TextToSpeech {
  return createVendorSynthesizer('Google', connection, (request) => {
    const voice = named ?? googleVoice(name, request.language);
    const marks = voice.includes(family) ? undefined : markedWords(request.text);
    return {
      url: `${connection.baseUrl}/v1beta1/text:synthesize`,
      headers: { 'x-goog-api-key': connection.key },
      body: toBody(voice, request, marks),
      sampleRate: request.sampleRate,
      unpack: (bytes) => unpack(bytes, request, marks),
    };
  });
}

function toBody(voice: string, request: SpeechRequest, marks: readonly string[] | undefined): object {
  const { text, speed, sampleRate, pronunciations = [] } = request;
  const known = pronunciations.map(({ word, ipa }) => ({
    phrase: word,
    phoneticEncoding: 'PHONETIC_ENCODING_IPA',
    pronunciation: ipa,
  }));
  return {
    input: marks
      ? { ssml: toSsml(marks, request) }
      : { text, ...(known.length > 0 && { customPronunciations: { pronunciations: known } }) },
    voice: { languageCode: voice.split('-').slice(0, 2).join('-'), name: voice },
    audioConfig: {
      audioEncoding: 'LINEAR16',
      sampleRateHertz: sampleRate,
      ...(speed !== 1 && { speakingRate: boundedSpeed(speed, 0.25, 2) }),
    },
    ...(marks && { enableTimePointing: ['SSML_MARK'] }),
  };
}

function markedWords(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

function toSsml(words: readonly string[], { pronunciations }: SpeechRequest): string {
  const marked = words.map((word, index) => {
    const spoken = withPronunciations(
      word,
      pronunciations,
      ({ ipa }, as) => `<phoneme alphabet="ipa" ph="${escapeXml(ipa)}">${escapeXml(as)}</phoneme>`,
      escapeXml,
    );
    return `<mark name="${index}"/>${spoken}`;
  });
  return `<speak>${marked.join(' ')}</speak>`;
}

async function* unpack(
  bytes: AsyncIterable<Uint8Array>,
  request: SpeechRequest,
  marks: readonly string[] | undefined,
): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const part of bytes) text += decoder.decode(part, { stream: true });
  const read = answer.safeParse(parsed(text + decoder.decode()));
  if (!read.success)
    throw new AppError('PROVIDER_REFUSED', 'Google returned a response that could not be read.');
  const { audioContent, timepoints } = read.data;
  const sound = Buffer.from(audioContent, 'base64');
  if (marks) request.onWords?.(toWords(marks, timepoints, lengthMs(sound, request.sampleRate)));
  yield sound;
}

function parsed(text: string): unknown {
  try {
    return parseShallowJson(text);
  } catch {
    return undefined;
  }
}

/** A word lasts until the next one begins. */
function toWords(
  marks: readonly string[],
  timepoints: z.output<typeof answer>['timepoints'],
  wholeMs: number,
): SpokenWord[] {
  return timepoints.flatMap(({ markName, timeSeconds }, index) => {
    const text = marks[Number(markName)];
    const next = timepoints[index + 1]?.timeSeconds;
    const endMs = next === undefined ? wholeMs : next * 1000;
    return text === undefined ? [] : [{ text, startMs: timeSeconds * 1000, endMs }];
  });
}

function lengthMs(sound: Uint8Array, sampleRate: number): number {
  const headBytes = 44;
  return ((sound.length - headBytes) / 2 / sampleRate) * 1000;
}
