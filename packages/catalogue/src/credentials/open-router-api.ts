import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { askVendor, readObject } from '../credential-tests/ask-vendor.ts';

export const openRouterApi = defineCredential({
  name: 'openRouterApi',
  label: 'OpenRouter API Key',
  description: 'A key of openrouter.ai.',
  category: 'Chat Models',
  icon: 'route',
  docs: 'https://openrouter.ai/settings/keys',
  hosts: ['https://openrouter.ai'],
  inputs: {
    openRouterApiKey: param.password({ label: 'OpenRouter API Key' }),
  },
  testNote: 'The test reads what the key may spend. It costs nothing.',
  async test({ openRouterApiKey = '' }, tools) {
    const headers = { authorization: `Bearer ${openRouterApiKey.trim()}` };
    const url = 'https://openrouter.ai/api/v1/key';
    await readObject(await askVendor({ url, headers }, tools));
    return '';
  },
});
