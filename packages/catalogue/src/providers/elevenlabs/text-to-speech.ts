import type { TextToSpeech } from '@tendril/contract/provider/text-to-speech';
import { languageName } from '../../speech/language-name.ts';
import type { SpeechConnection } from '../../speech/speech-connection.ts';
import { boundedSpeed, createVendorSynthesizer, offeredRate } from '../../speech/vendor-synthesizer.ts';

const model = 'eleven_flash_v2_5';
const sampleRates = [8000, 16_000, 22_050, 24_000];

/** A voice of ElevenLabs; `findVoiceId` is called once, before the first sentence. */
export function createElevenLabsSynthesizer(
  connection: SpeechConnection,
  findVoiceId: (signal: AbortSignal) => Promise<string>,
): TextToSpeech {
  let found: string | undefined;
  return createVendorSynthesizer(
    'ElevenLabs',
    connection,
    async ({ text, speed, language, sampleRate: wanted, signal }) => {
      found ??= await findVoiceId(signal);
      const sampleRate = offeredRate(wanted, sampleRates);
      const code = languageName(language);
      return {
        url: `${connection.baseUrl}/v1/text-to-speech/${encodeURIComponent(found)}/stream?output_format=pcm_${sampleRate}`,
        headers: { 'xi-api-key': connection.key },
        body: {
          text,
          model_id: model,
          ...(code && { language_code: code }),
          ...(speed !== 1 && { voice_settings: { speed: boundedSpeed(speed, 0.7, 1.2) } }),
        },
        sampleRate,
      };
    },
  );
}
