import type { TextToSpeech } from '@tendril/contract/provider/text-to-speech';
import type { SpeechConnection } from '../../speech/speech-connection.ts';
import { boundedSpeed, createVendorSynthesizer } from '../../speech/vendor-synthesizer.ts';

const model = 'gpt-4o-mini-tts';
/** The only sample rate of the vendor's raw audio. */
const sampleRate = 24_000;

/** A voice of OpenAI, or of a compatible server. */
export function createOpenAiSynthesizer(connection: SpeechConnection, voice: string): TextToSpeech {
  return createVendorSynthesizer('OpenAI', connection, ({ text, speed, emotion }) => ({
    url: `${connection.baseUrl}/audio/speech`,
    headers: { authorization: `Bearer ${connection.key}` },
    body: {
      model,
      voice,
      input: text,
      response_format: 'pcm',
      ...(emotion && { instructions: `Speak in a ${emotion} voice.` }),
      ...(speed !== 1 && { speed: boundedSpeed(speed, 0.25, 4) }),
    },
    sampleRate,
  }));
}
