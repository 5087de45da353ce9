import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { askVendor } from '../credential-tests/ask-vendor.ts';

export const zepMemoryApi = defineCredential({
  name: 'zepMemoryApi',
  label: 'Zep Memory API',
  description: 'A key of Zep Cloud.',
  category: 'Memory',
  icon: 'zep',
  docs: 'https://app.getzep.com',
  hosts: ['https://api.getzep.com'],
  inputs: {
    apiKey: param.password({ label: 'API Key' }),
  },
  testNote: 'The test reads what the project is. It costs nothing.',
  async test({ apiKey = '' }, tools) {
    await askVendor(
      {
        url: 'https://api.getzep.com/api/v2/projects/info',
        headers: { authorization: `Api-Key ${apiKey.trim()}` },
      },
      tools,
    );
    return '';
  },
});
