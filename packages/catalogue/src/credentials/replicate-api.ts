import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { askVendor, readObject } from '../credential-tests/ask-vendor.ts';

export const replicateApi = defineCredential({
  name: 'replicateApi',
  label: 'Replicate API',
  description: 'A token of replicate.com.',
  category: 'LLMs',
  icon: 'replicate',
  docs: 'https://replicate.com/account/api-tokens',
  hosts: ['https://api.replicate.com'],
  inputs: {
    replicateApiKey: param.password({ label: 'Replicate Api Key' }),
  },
  testNote: 'The test asks whose token it is. It costs nothing.',
  async test({ replicateApiKey = '' }, tools) {
    const headers = { authorization: `Bearer ${replicateApiKey.trim()}` };
    const url = 'https://api.replicate.com/v1/account';
    const { username } = await readObject(await askVendor({ url, headers }, tools));
    return typeof username === 'string' ? username : '';
  },
});
