import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { askVendor } from '../credential-tests/ask-vendor.ts';

export const wolframAlphaAppId = defineCredential({
  name: 'wolframAlphaAppId',
  label: 'WolframAlpha App ID',
  description: 'An app ID of the WolframAlpha developer portal.',
  category: 'Tools',
  icon: 'wolfram',
  docs: 'https://developer.wolframalpha.com/access',
  hosts: ['https://www.wolframalpha.com'],
  inputs: {
    wolframAlphaAppId: param.password({ label: 'App ID' }),
  },
  testNote: 'The test asks one question, which counts as one.',
  async test({ wolframAlphaAppId = '' }, tools) {
    const query = new URLSearchParams({ appid: wolframAlphaAppId.trim(), input: '1+1' });
    await askVendor({ url: `https://www.wolframalpha.com/api/v1/llm-api?${query}`, headers: {} }, tools);
    return '';
  },
});
