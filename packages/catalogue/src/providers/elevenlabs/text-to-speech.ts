import type { SpeechRequest, TextToSpeech } from '@tendril/contract/provider/text-to-speech';
import { languageName } from '../../speech/language-name.ts';
import type { SpeechConnection } from '../../speech/speech-connection.ts';
import { boundedSpeed, createVendorSynthesizer, offeredRate } from '../../speech/vendor-synthesizer.ts';
import { escapeXml } from '../../speech/voices/escape-xml.ts';
import { withPronunciations } from '../../speech/voices/with-pronunciations.ts';
import { timedSound } from './timed-sound.ts';

const model = 'eleven_flash_v2_5';
/** The one that reads phonemes, in English only. */
const phonemeModel = 'eleven_flash_v2';
const sampleRates = [8000, 16_000, 22_050, 24_000];

/** A voice of ElevenLabs; `findVoiceId` is called once, before the first sentence. */
export function createElevenLabsSynthesizer(
  connection: SpeechConnection,
  findVoiceId: (signal: AbortSignal) => Promise<string>,
): TextToSpeech {
  let found: string | undefined;
  return createVendorSynthesizer('ElevenLabs', connection, async (request) => {
    found ??= await findVoiceId(request.signal);
    const sampleRate = offeredRate(request.sampleRate, sampleRates);
    const { onWords } = request;
    const path = `/v1/text-to-speech/${encodeURIComponent(found)}/stream${onWords ? '/with-timestamps' : ''}`;
    return {
      url: `${connection.baseUrl}${path}?output_format=pcm_${sampleRate}`,
      headers: { 'xi-api-key': connection.key },
      body: toBody(request),
      sampleRate,
      ...(onWords && { unpack: (bytes: AsyncIterable<Uint8Array>) => timedSound(bytes, onWords) }),
    };
  });
}

function toBody({ text, speed, language, temperature, pronunciations = [] }: SpeechRequest): object {
  const code = languageName(language);
  const hasPhonemes = pronunciations.length > 0 && code === 'en';
  const settings = {
    ...(speed !== 1 && { speed: boundedSpeed(speed, 0.7, 1.2) }),
    // The vendor counts the other way round: what is stable is not lively.
    ...(temperature !== undefined && { stability: Math.max(0, Math.min(1, 1 - temperature / 2)) }),
  };
  return {
    text: hasPhonemes
      ? withPronunciations(
          text,
          pronunciations,
          ({ ipa }, word) => `<phoneme alphabet="ipa" ph="${escapeXml(ipa)}">${escapeXml(word)}</phoneme>`,
        )
      : text,
    model_id: hasPhonemes ? phonemeModel : model,
    // The English model refuses a language.
    ...(code && !hasPhonemes && { language_code: code }),
    ...(Object.keys(settings).length > 0 && { voice_settings: settings }),
  };
}
