import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { askVendor } from '../credential-tests/ask-vendor.ts';

export const spiderApi = defineCredential({
  name: 'spiderApi',
  label: 'Spider API',
  description: 'A key of spider.cloud.',
  category: 'Document Loaders',
  icon: 'spider',
  docs: 'https://spider.cloud/api-keys',
  hosts: ['https://api.spider.cloud'],
  inputs: {
    spiderApiKey: param.password({ label: 'Spider API Key' }),
  },
  testNote: 'The test reads what is left. It costs nothing.',
  async test({ spiderApiKey = '' }, tools) {
    await askVendor(
      {
        url: 'https://api.spider.cloud/data/credits',
        headers: { authorization: `Bearer ${spiderApiKey.trim()}` },
      },
      tools,
    );
    return '';
  },
});
