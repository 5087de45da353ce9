import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { askVendor } from '../credential-tests/ask-vendor.ts';

export const oxylabsApi = defineCredential({
  name: 'oxylabsApi',
  label: 'Oxylabs API',
  description: 'A user of the scraper of Oxylabs.',
  category: 'Document Loaders',
  icon: 'oxylabs',
  docs: 'https://dashboard.oxylabs.io',
  hosts: ['https://realtime.oxylabs.io', 'https://data.oxylabs.io'],
  inputs: {
    username: param.string({ label: 'Oxylabs Username' }),
    password: param.password({ label: 'Oxylabs Password' }),
  },
  testNote: 'The test reads the usage. It costs nothing.',
  async test({ username = '', password = '' }, tools) {
    await askVendor(
      {
        url: 'https://data.oxylabs.io/v2/stats',
        headers: { authorization: `Basic ${btoa(`${username.trim()}:${password.trim()}`)}` },
      },
      tools,
    );
    return '';
  },
});
