import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { askVendor } from '../credential-tests/ask-vendor.ts';

export const vectaraApi = defineCredential({
  name: 'vectaraApi',
  label: 'Vectara API',
  description: 'A key of vectara.com and the keys of its corpora.',
  category: 'Vector Stores',
  icon: 'vectara',
  docs: 'https://console.vectara.com',
  hosts: ['https://api.vectara.io'],
  inputs: {
    customerID: param.string({ label: 'Vectara Customer ID' }),
    corpusID: param.string({ label: 'Vectara Corpus ID' }),
    apiKey: param.password({ label: 'Vectara API Key' }),
  },
  testNote: 'The test lists one corpus. It costs nothing.',
  async test({ apiKey = '' }, tools) {
    await askVendor(
      { url: 'https://api.vectara.io/v2/corpora?limit=1', headers: { 'x-api-key': apiKey.trim() } },
      tools,
    );
    return '';
  },
});
