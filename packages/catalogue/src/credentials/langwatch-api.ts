import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { askVendor } from '../credential-tests/ask-vendor.ts';
import { checkAddress } from '../model/address.ts';

export const langwatchApi = defineCredential({
  name: 'langwatchApi',
  label: 'LangWatch API',
  description: 'A key of LangWatch.',
  category: 'Analytics',
  icon: 'layers',
  docs: 'https://app.langwatch.ai',
  hosts: ['https://app.langwatch.ai'],
  inputs: {
    langWatchApiKey: param.password({ label: 'API Key' }),
    langWatchEndpoint: param.string({ label: 'Endpoint', default: 'https://app.langwatch.ai' }),
  },
  testNote: 'The test lists the prompts. It costs nothing.',
  async test({ langWatchApiKey = '', langWatchEndpoint = '' }, tools) {
    await askVendor(
      {
        url: `${checkAddress(langWatchEndpoint || 'https://app.langwatch.ai', 'Endpoint')}/api/prompts`,
        headers: { 'x-auth-token': langWatchApiKey.trim() },
      },
      tools,
    );
    return '';
  },
});
