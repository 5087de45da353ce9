import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { askVendor } from '../credential-tests/ask-vendor.ts';

export const tavilyApi = defineCredential({
  name: 'tavilyApi',
  label: 'Tavily API',
  description: 'A key of tavily.com.',
  category: 'Tools',
  icon: 'tavily',
  docs: 'https://app.tavily.com/home',
  hosts: ['https://api.tavily.com'],
  inputs: {
    tavilyApiKey: param.password({ label: 'Tavily Api Key' }),
  },
  testNote: 'The test reads the usage. It costs nothing.',
  async test({ tavilyApiKey = '' }, tools) {
    const headers = { authorization: `Bearer ${tavilyApiKey.trim()}` };
    await askVendor({ url: 'https://api.tavily.com/usage', headers }, tools);
    return '';
  },
});
