import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { askVendor } from '../credential-tests/ask-vendor.ts';

export const braveSearchApi = defineCredential({
  name: 'braveSearchApi',
  label: 'Brave Search API',
  description: 'A key of the Brave Search API.',
  category: 'Tools',
  icon: 'brave',
  docs: 'https://api-dashboard.search.brave.com/app/keys',
  hosts: ['https://api.search.brave.com'],
  inputs: {
    braveApiKey: param.password({ label: 'BraveSearch Api Key' }),
  },
  testNote: 'The test asks one question, which counts as one.',
  async test({ braveApiKey = '' }, tools) {
    const headers = { 'x-subscription-token': braveApiKey.trim() };
    const url = 'https://api.search.brave.com/res/v1/web/search?q=test&count=1';
    await askVendor({ url, headers }, tools);
    return '';
  },
});
