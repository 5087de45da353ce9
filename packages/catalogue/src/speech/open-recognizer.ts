import type { SpeechToText } from '@tendril/contract/provider/speech-to-text';
import { createDeepgramRecognizer } from '../providers/deepgram/speech-to-text.ts';
import { createOpenAiRecognizer } from '../providers/openai/speech-to-text.ts';
import type { RecognizerVendor } from './recognizer-vendors.ts';
import type { LiveSpeechConnection } from './speech-connection.ts';

/** Opens a vendor's recogniser; no request is made before a call. */
export function openRecognizer(vendor: RecognizerVendor, connection: LiveSpeechConnection): SpeechToText {
  return vendor === 'deepgram' ? createDeepgramRecognizer(connection) : createOpenAiRecognizer(connection);
}
