import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { askVendor, readObject } from '../credential-tests/ask-vendor.ts';
import { googleVoicesUrl } from '../providers/googlecloud/connection.ts';

export const googleCloudSpeechApi = defineCredential({
  name: 'googleCloudSpeechApi',
  label: 'Google Cloud Speech API',
  description:
    'An API key of a Google Cloud project in which Text-to-Speech and Speech-to-Text are enabled: speech recognition and synthesis in calls.',
  category: 'Voice',
  icon: 'google',
  docs: 'https://console.cloud.google.com/apis/credentials',
  hosts: ['https://texttospeech.googleapis.com', 'https://speech.googleapis.com'],
  inputs: {
    googleCloudSpeechApiKey: param.password({ label: 'API Key' }),
    baseUrl: param.string({
      label: 'Base URL',
      description: 'Of a server of your own that speaks both protocols.',
      optional: true,
    }),
  },
  testNote: 'The test lists voices. It costs nothing.',
  async test({ googleCloudSpeechApiKey = '', baseUrl }, tools) {
    const base = (baseUrl || googleVoicesUrl).trim().replace(/(?<!\/)\/+$/, '');
    const headers = { 'x-goog-api-key': googleCloudSpeechApiKey.trim() };
    const { voices } = await readObject(
      await askVendor({ url: `${base}/v1/voices?languageCode=en-US`, headers }, tools),
    );
    return Array.isArray(voices) ? `${voices.length} voices` : '';
  },
});
