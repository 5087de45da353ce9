import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { askVendor } from '../credential-tests/ask-vendor.ts';

export const mem0MemoryApi = defineCredential({
  name: 'mem0MemoryApi',
  label: 'Mem0 Memory API',
  description: 'A key of mem0.ai.',
  category: 'Memory',
  icon: 'mem0',
  docs: 'https://app.mem0.ai/dashboard/api-keys',
  hosts: ['https://api.mem0.ai'],
  inputs: {
    apiKey: param.password({ label: 'API Key' }),
  },
  testNote: 'The test asks whose key it is. It costs nothing.',
  async test({ apiKey = '' }, tools) {
    await askVendor(
      { url: 'https://api.mem0.ai/v1/ping/', headers: { authorization: `Token ${apiKey.trim()}` } },
      tools,
    );
    return '';
  },
});
