import type { SpeechToText } from '@tendril/contract/provider/speech-to-text';
import { createAssemblyAiRecognizer, hearsAssemblyAi } from '../providers/assemblyai/speech-to-text.ts';
import { createAzureRecognizer } from '../providers/azure/speech-to-text.ts';
import { createCartesiaRecognizer } from '../providers/cartesia/speech-to-text.ts';
import { createDeepgramRecognizer } from '../providers/deepgram/speech-to-text.ts';
import { createElevenLabsRecognizer } from '../providers/elevenlabs/speech-to-text.ts';
import { createGoogleRecognizer } from '../providers/googlecloud/speech-to-text.ts';
import { createGroqRecognizer } from '../providers/groq/speech-to-text.ts';
import { createOpenAiRecognizer } from '../providers/openai/speech-to-text.ts';
import type { RecognizerVendor } from './recognizer-vendors.ts';
import type { LiveSpeechConnection } from './speech-connection.ts';

const recognizers: Readonly<Record<RecognizerVendor, (connection: LiveSpeechConnection) => SpeechToText>> = {
  deepgram: createDeepgramRecognizer,
  assemblyai: createAssemblyAiRecognizer,
  elevenlabs: createElevenLabsRecognizer,
  azure: createAzureRecognizer,
  cartesia: createCartesiaRecognizer,
  google: createGoogleRecognizer,
  openai: createOpenAiRecognizer,
  groq: createGroqRecognizer,
};

/** Whether a vendor recognizes a language. */
export function hearsLanguage(vendor: RecognizerVendor, language: string): boolean {
  if (vendor === 'assemblyai') return hearsAssemblyAi(language);
  // These recognize one language of a call, and "multi" is any.
  return language !== 'multi' || (vendor !== 'azure' && vendor !== 'google');
}

/** Opens a vendor's recognizer; no request is made before a call. */
export function openRecognizer(vendor: RecognizerVendor, connection: LiveSpeechConnection): SpeechToText {
  return recognizers[vendor](connection);
}
