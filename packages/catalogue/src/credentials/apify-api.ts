import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { askVendor } from '../credential-tests/ask-vendor.ts';

export const apifyApi = defineCredential({
  name: 'apifyApi',
  label: 'Apify API',
  description: 'A token of apify.com.',
  category: 'Document Loaders',
  icon: 'apify',
  docs: 'https://console.apify.com/account/integrations',
  hosts: ['https://api.apify.com'],
  inputs: {
    apifyApiToken: param.password({ label: 'Apify API' }),
  },
  testNote: 'The test asks whose token it is. It costs nothing.',
  async test({ apifyApiToken = '' }, tools) {
    await askVendor(
      {
        url: 'https://api.apify.com/v2/users/me',
        headers: { authorization: `Bearer ${apifyApiToken.trim()}` },
      },
      tools,
    );
    return '';
  },
});
