import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { askVendor } from '../credential-tests/ask-vendor.ts';

export const serpApi = defineCredential({
  name: 'serpApi',
  label: 'Serp API',
  description: 'A key of serpapi.com.',
  category: 'Tools',
  icon: 'serpapi',
  docs: 'https://serpapi.com/manage-api-key',
  hosts: ['https://serpapi.com'],
  inputs: {
    serpApiKey: param.password({ label: 'Serp Api Key' }),
  },
  testNote: 'The test reads the account. It costs nothing.',
  async test({ serpApiKey = '' }, tools) {
    const query = new URLSearchParams({ api_key: serpApiKey.trim() });
    await askVendor({ url: `https://serpapi.com/account?${query}`, headers: {} }, tools);
    return '';
  },
});
