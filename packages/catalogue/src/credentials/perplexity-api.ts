import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { askVendor, readObject } from '../credential-tests/ask-vendor.ts';

export const perplexityApi = defineCredential({
  name: 'perplexityApi',
  label: 'Perplexity API',
  description: 'A key of perplexity.ai.',
  category: 'Chat Models',
  icon: 'perplexity',
  docs: 'https://www.perplexity.ai/settings/api',
  hosts: ['https://api.perplexity.ai'],
  inputs: {
    perplexityApiKey: param.password({ label: 'Perplexity API Key' }),
  },
  testNote: 'The test lists requests of the past. It costs nothing.',
  async test({ perplexityApiKey = '' }, tools) {
    const headers = { authorization: `Bearer ${perplexityApiKey.trim()}` };
    const url = 'https://api.perplexity.ai/async/chat/completions';
    await readObject(await askVendor({ url, headers }, tools));
    return '';
  },
});
