import type { SpeechToText } from '@tendril/contract/provider/speech-to-text';
import { createDeepgramEar } from '../providers/deepgram/speech-to-text.ts';
import { createOpenAiEar } from '../providers/openai/speech-to-text.ts';
import type { EarVendor } from './ear-vendors.ts';
import type { LiveSpeechConnection } from './speech-connection.ts';

/** Opens the recogniser of a vendor; nothing is asked before a call. */
export function openEar(vendor: EarVendor, connection: LiveSpeechConnection): SpeechToText {
  return vendor === 'deepgram' ? createDeepgramEar(connection) : createOpenAiEar(connection);
}
