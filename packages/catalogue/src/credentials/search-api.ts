import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { askVendor } from '../credential-tests/ask-vendor.ts';

export const searchApi = defineCredential({
  name: 'searchApi',
  label: 'Search API',
  description: 'A key of searchapi.io.',
  category: 'Tools',
  icon: 'searchapi',
  docs: 'https://www.searchapi.io/',
  hosts: ['https://www.searchapi.io'],
  inputs: {
    searchApiKey: param.password({ label: 'SearchApi API Key' }),
  },
  testNote: 'The test reads the account. It costs nothing.',
  async test({ searchApiKey = '' }, tools) {
    const headers = { authorization: `Bearer ${searchApiKey.trim()}` };
    await askVendor({ url: 'https://www.searchapi.io/api/v1/me', headers }, tools);
    return '';
  },
});
