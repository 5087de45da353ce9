import type { TextToSpeech } from '@tendril/contract/provider/text-to-speech';
import type { Voice } from '@tendril/contract/voice/voice';
import type { SpeechConnection } from '../../speech/speech-connection.ts';
import { boundedSpeed, createVendorSynthesizer, offeredRate } from '../../speech/vendor-synthesizer.ts';
import { pronouncedText } from './pronounced-text.ts';

const sampleRates = [8000, 16_000, 24_000, 32_000, 48_000];
const languages: Partial<Record<Voice['accent'], string>> = {
  Spanish: 'es',
  Mexican: 'es',
  German: 'de',
  French: 'fr',
};

/** A second-generation voice speaks one language: that of its accent. */
export function deepgramModel({ voice_name, accent }: Pick<Voice, 'voice_name' | 'accent'>): string {
  return `aura-2-${voice_name.toLowerCase()}-${languages[accent] ?? 'en'}`;
}

/** A voice of Deepgram. */
export function createDeepgramSynthesizer(connection: SpeechConnection, model: string): TextToSpeech {
  return createVendorSynthesizer(
    'Deepgram',
    connection,
    ({ text, speed, pronunciations, sampleRate: wanted }) => {
      const sampleRate = offeredRate(wanted, sampleRates);
      const query = new URLSearchParams({
        model,
        encoding: 'linear16',
        sample_rate: String(sampleRate),
        container: 'none',
      });
      if (speed !== 1) query.set('speed', String(boundedSpeed(speed, 0.7, 1.5)));
      return {
        url: `${connection.baseUrl}/speak?${query}`,
        headers: { authorization: `Token ${connection.key}` },
        body: { text: pronouncedText(model, text, pronunciations) },
        sampleRate,
      };
    },
  );
}
