import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { askVendor, countOf, readObject } from '../credential-tests/ask-vendor.ts';

export const cohereApi = defineCredential({
  name: 'cohereApi',
  label: 'Cohere API',
  description: 'A key of dashboard.cohere.com.',
  category: 'Chat Models',
  icon: 'cohere',
  docs: 'https://dashboard.cohere.com/api-keys',
  hosts: ['https://api.cohere.com', 'https://api.cohere.ai'],
  inputs: {
    cohereApiKey: param.password({ label: 'Cohere Api Key' }),
  },
  testNote: 'The test lists models. It costs nothing.',
  async test({ cohereApiKey = '' }, tools) {
    const headers = { authorization: `Bearer ${cohereApiKey.trim()}` };
    const url = 'https://api.cohere.com/v1/models';
    return countOf(await readObject(await askVendor({ url, headers }, tools)), 'models');
  },
});
