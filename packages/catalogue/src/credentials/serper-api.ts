import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { askVendor } from '../credential-tests/ask-vendor.ts';

export const serperApi = defineCredential({
  name: 'serperApi',
  label: 'Serper API',
  description: 'A key of serper.dev.',
  category: 'Tools',
  icon: 'serper',
  docs: 'https://serper.dev/api-key',
  hosts: ['https://google.serper.dev'],
  inputs: {
    serperApiKey: param.password({ label: 'Serper Api Key' }),
  },
  testNote: 'The test asks one question, which counts as one.',
  async test({ serperApiKey = '' }, tools) {
    const headers = { 'x-api-key': serperApiKey.trim() };
    await askVendor({ url: 'https://google.serper.dev/search?q=test', headers }, tools);
    return '';
  },
});
