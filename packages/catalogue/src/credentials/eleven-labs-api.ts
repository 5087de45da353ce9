import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';

export const elevenLabsApi = defineCredential({
  name: 'elevenLabsApi',
  label: 'ElevenLabs API',
  description: 'A key of elevenlabs.io.',
  inputs: {
    elevenLabsApiKey: param.password({ label: 'Eleven Labs API Key' }),
  },
});
