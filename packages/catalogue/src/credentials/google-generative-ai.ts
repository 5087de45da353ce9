import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { askVendor, countOf, keyRefused, readObject, refusedAnswer } from '../credential-tests/ask-vendor.ts';

export const googleGenerativeAI = defineCredential({
  name: 'googleGenerativeAI',
  label: 'Google Generative AI',
  description: 'A key of aistudio.google.com.',
  category: 'Chat Models',
  icon: 'google-gemini',
  docs: 'https://aistudio.google.com/apikey',
  hosts: ['https://generativelanguage.googleapis.com'],
  inputs: {
    googleGenerativeAPIKey: param.password({ label: 'Google AI API Key' }),
  },
  testNote: 'The test lists models. It costs nothing.',
  async test({ googleGenerativeAPIKey = '' }, tools) {
    const headers = { 'x-goog-api-key': googleGenerativeAPIKey.trim() };
    const url = 'https://generativelanguage.googleapis.com/v1beta/models?pageSize=1000';
    try {
      return countOf(await readObject(await askVendor({ url, headers }, tools)), 'models');
    } catch (error) {
      // Google responds 400 to an unknown key.
      if (/API_KEY_INVALID|API key not valid/.test(refusedAnswer(error)))
        throw keyRefused('The provider does not recognize it.');
      throw error;
    }
  },
});
