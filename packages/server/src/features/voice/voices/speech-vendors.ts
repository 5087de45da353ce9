import type { RecognizerVendor } from '@tendril/catalogue/speech/recognizer-vendors';
import type { VoiceProviderId } from '@tendril/contract/voice/voice';

/** A vendor that speaks, hears or both. */
export type SpeechVendorId = VoiceProviderId | RecognizerVendor;

/** How the key of a speech vendor is stored. */
interface SpeechVendor {
  label: string;
  /** Kind of the credential, and its label. */
  kind: string;
  kindLabel: string;
  keyField: string;
  userField?: string;
  /** Absent where the address is always the same. */
  addressField?: string;
  baseUrl: string;
  /** The address of a region that the credential names, where it names no address of its own. */
  regionField?: string;
}

export const speechVendors: Readonly<Record<SpeechVendorId, SpeechVendor>> = {
  elevenlabs: {
    label: 'ElevenLabs',
    kind: 'elevenLabsApi',
    kindLabel: 'ElevenLabs API',
    keyField: 'elevenLabsApiKey',
    addressField: 'baseUrl',
    baseUrl: 'https://api.elevenlabs.io',
  },
  play: {
    label: 'PlayHT',
    kind: 'playHtApi',
    kindLabel: 'PlayHT API',
    keyField: 'playHtApiKey',
    userField: 'playHtUserId',
    addressField: 'baseUrl',
    baseUrl: 'https://api.play.ht/api/v2',
  },
  openai: {
    label: 'OpenAI',
    kind: 'openAIApi',
    kindLabel: 'OpenAI API',
    keyField: 'openAIApiKey',
    addressField: 'basePath',
    baseUrl: 'https://api.openai.com/v1',
  },
  deepgram: {
    label: 'Deepgram',
    kind: 'deepgramApi',
    kindLabel: 'Deepgram API',
    keyField: 'deepgramApiKey',
    addressField: 'baseUrl',
    baseUrl: 'https://api.deepgram.com/v1',
  },
  assemblyai: {
    label: 'AssemblyAI',
    kind: 'assemblyAIApi',
    kindLabel: 'AssemblyAI API',
    keyField: 'assemblyAIApiKey',
    baseUrl: 'https://streaming.assemblyai.com/v3',
  },
  cartesia: {
    label: 'Cartesia',
    kind: 'cartesiaApi',
    kindLabel: 'Cartesia API',
    keyField: 'cartesiaApiKey',
    addressField: 'baseUrl',
    baseUrl: 'https://api.cartesia.ai',
  },
  azure: {
    label: 'Azure',
    kind: 'azureCognitiveServices',
    kindLabel: 'Azure Cognitive Services',
    keyField: 'azureSubscriptionKey',
    addressField: 'baseUrl',
    baseUrl: 'https://{region}.api.cognitive.microsoft.com',
    regionField: 'serviceRegion',
  },
  google: {
    label: 'Google',
    kind: 'googleCloudSpeechApi',
    kindLabel: 'Google Cloud Speech API',
    keyField: 'googleCloudSpeechApiKey',
    addressField: 'baseUrl',
    baseUrl: 'https://texttospeech.googleapis.com',
  },
  groq: {
    label: 'Groq',
    kind: 'groqApi',
    kindLabel: 'Groq API',
    keyField: 'groqApiKey',
    baseUrl: 'https://api.groq.com/openai/v1',
  },
};
