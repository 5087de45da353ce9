import type { SpeechToText } from '@tendril/contract/provider/speech-to-text';
import type { SpeechConnection } from '../../speech/speech-connection.ts';
import { createFileRecognizer } from '../openai/speech-to-text.ts';

const vendor = {
  label: 'Groq',
  models: { fast: 'whisper-large-v3-turbo', accurate: 'whisper-large-v3' },
  hasTimes: true,
} as const;

/** Recognition by Groq, whose address is that of OpenAI under another host. */
export const createGroqRecognizer = (connection: SpeechConnection): SpeechToText =>
  createFileRecognizer(connection, vendor);
