import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { askVendor } from '../credential-tests/ask-vendor.ts';

export const airtableApi = defineCredential({
  name: 'airtableApi',
  label: 'Airtable API',
  description: 'A personal access token of Airtable.',
  category: 'Document Loaders',
  icon: 'airtable',
  docs: 'https://airtable.com/create/tokens',
  hosts: ['https://api.airtable.com'],
  inputs: {
    accessToken: param.password({ label: 'Access Token' }),
  },
  testNote: 'The test asks whose token it is. It costs nothing.',
  async test({ accessToken = '' }, tools) {
    await askVendor(
      {
        url: 'https://api.airtable.com/v0/meta/whoami',
        headers: { authorization: `Bearer ${accessToken.trim()}` },
      },
      tools,
    );
    return '';
  },
});
