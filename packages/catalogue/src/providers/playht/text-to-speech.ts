import type { TextToSpeech } from '@tendril/contract/provider/text-to-speech';
import type { SpeechConnection } from '../../speech/speech-connection.ts';
import { boundedSpeed, createVendorSynthesizer } from '../../speech/vendor-synthesizer.ts';

const engine = 'Play3.0-mini';
const languages: Readonly<Record<string, string>> = {
  bg: 'bulgarian',
  da: 'danish',
  de: 'german',
  el: 'greek',
  en: 'english',
  es: 'spanish',
  fr: 'french',
  hi: 'hindi',
  hu: 'hungarian',
  id: 'indonesian',
  it: 'italian',
  ja: 'japanese',
  ko: 'korean',
  ms: 'malay',
  nl: 'dutch',
  pl: 'polish',
  pt: 'portuguese',
  ru: 'russian',
  sv: 'swedish',
  tr: 'turkish',
  zh: 'mandarin',
};

export function playHtHeaders({ key, userId = '' }: SpeechConnection): Record<string, string> {
  return { authorization: `Bearer ${key}`, 'x-user-id': userId };
}

/** A voice of PlayHT; `findVoiceId` is called once, before the first sentence. */
export function createPlayHtSynthesizer(
  connection: SpeechConnection,
  findVoiceId: (signal: AbortSignal) => Promise<string>,
): TextToSpeech {
  let found: string | undefined;
  return createVendorSynthesizer(
    'PlayHT',
    connection,
    async ({ text, speed, language, sampleRate, signal }) => {
      found ??= await findVoiceId(signal);
      const name = languages[language.split('-')[0] ?? ''];
      return {
        url: `${connection.baseUrl}/tts/stream`,
        headers: { ...playHtHeaders(connection), accept: 'audio/wav' },
        body: {
          text,
          voice: found,
          voice_engine: engine,
          output_format: 'wav',
          sample_rate: sampleRate,
          ...(name && { language: name }),
          ...(speed !== 1 && { speed: boundedSpeed(speed, 0.1, 5) }),
        },
        sampleRate,
      };
    },
  );
}
