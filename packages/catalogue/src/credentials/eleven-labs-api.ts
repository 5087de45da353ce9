import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { askVendor, refusedAnswer } from '../credential-tests/ask-vendor.ts';
import { elevenLabsUrl } from '../providers/elevenlabs/connection.ts';

export const elevenLabsApi = defineCredential({
  name: 'elevenLabsApi',
  label: 'ElevenLabs API',
  description: 'A key of elevenlabs.io.',
  category: 'Voice',
  icon: 'elevenlabs',
  docs: 'https://elevenlabs.io/app/settings/api-keys',
  hosts: ['https://api.elevenlabs.io'],
  inputs: {
    elevenLabsApiKey: param.password({ label: 'Eleven Labs API Key' }),
    baseUrl: param.string({
      label: 'Base URL',
      placeholder: elevenLabsUrl,
      description: 'Of a region that keeps its data to itself, for voices in calls.',
      optional: true,
    }),
  },
  testNote: 'The test lists models. It costs nothing.',
  async test({ elevenLabsApiKey = '', baseUrl }, tools) {
    const headers = { 'xi-api-key': elevenLabsApiKey.trim() };
    const base = (baseUrl || elevenLabsUrl).trim().replace(/(?<!\/)\/+$/, '');
    try {
      const list: unknown = await (await askVendor({ url: `${base}/v1/models`, headers }, tools)).json();
      return Array.isArray(list) ? `${list.length} models` : '';
    } catch (error) {
      // A key limited to speech is denied the list, but it is valid.
      if (refusedAnswer(error).includes('missing_permissions')) return 'a restricted key';
      throw error;
    }
  },
});
