import type { VoiceProviderId } from '@tendril/contract/voice/voice';

/** How the key of a speech vendor is stored. */
interface SpeechVendor {
  label: string;
  /** Kind of the credential, and its label. */
  kind: string;
  kindLabel: string;
  keyField: string;
  userField?: string;
  addressField: string;
  baseUrl: string;
}

export const speechVendors: Readonly<Record<VoiceProviderId, SpeechVendor>> = {
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
};
