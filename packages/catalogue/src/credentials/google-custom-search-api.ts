import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { askVendor } from '../credential-tests/ask-vendor.ts';

export const googleCustomSearchApi = defineCredential({
  name: 'googleCustomSearchApi',
  label: 'Google Custom Search API',
  description: 'A key of the Custom Search API, with the ID of a search engine.',
  category: 'Tools',
  icon: 'search',
  docs: 'https://programmablesearchengine.google.com/controlpanel/all',
  hosts: ['https://www.googleapis.com'],
  inputs: {
    googleCustomSearchApiKey: param.password({ label: 'Google Custom Search Api Key' }),
    googleCustomSearchApiId: param.string({ label: 'Programmable Search Engine ID' }),
  },
  testNote: 'The test asks one question, which counts as one.',
  async test({ googleCustomSearchApiKey = '', googleCustomSearchApiId = '' }, tools) {
    const query = new URLSearchParams({
      key: googleCustomSearchApiKey.trim(),
      cx: googleCustomSearchApiId.trim(),
      q: 'test',
      num: '1',
    });
    await askVendor({ url: `https://www.googleapis.com/customsearch/v1?${query}`, headers: {} }, tools);
    return '';
  },
});
