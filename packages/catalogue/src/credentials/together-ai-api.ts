import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { askVendor, countOf, readObject } from '../credential-tests/ask-vendor.ts';

export const togetherAIApi = defineCredential({
  name: 'togetherAIApi',
  label: 'TogetherAI API',
  description: 'A key of api.together.ai.',
  category: 'Chat Models',
  icon: 'together',
  docs: 'https://api.together.ai/settings/api-keys',
  hosts: ['https://api.together.xyz'],
  inputs: {
    togetherAIApiKey: param.password({ label: 'TogetherAI Api Key' }),
  },
  testNote: 'The test lists models. It costs nothing.',
  async test({ togetherAIApiKey = '' }, tools) {
    const headers = { authorization: `Bearer ${togetherAIApiKey.trim()}` };
    const url = 'https://api.together.xyz/v1/models';
    const models = await readObject(await askVendor({ url, headers }, tools));
    return countOf({ models }, 'models');
  },
});
