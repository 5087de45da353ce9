import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { askVendor } from '../credential-tests/ask-vendor.ts';

export const exaSearchApi = defineCredential({
  name: 'exaSearchApi',
  label: 'Exa Search API',
  description: 'A key of exa.ai.',
  category: 'Tools',
  icon: 'exa',
  docs: 'https://dashboard.exa.ai/api-keys',
  hosts: ['https://api.exa.ai'],
  inputs: {
    exaSearchApiKey: param.password({ label: 'ExaSearch Api Key' }),
  },
  testNote: 'The test asks one question, which counts as one.',
  async test({ exaSearchApiKey = '' }, tools) {
    const headers = { 'x-api-key': exaSearchApiKey.trim() };
    await askVendor(
      { url: 'https://api.exa.ai/search', headers, body: { query: 'test', numResults: 1 } },
      tools,
    );
    return '';
  },
});
