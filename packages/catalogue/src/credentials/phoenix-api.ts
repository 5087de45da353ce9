import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { askVendor } from '../credential-tests/ask-vendor.ts';
import { checkAddress } from '../model/address.ts';

export const phoenixApi = defineCredential({
  name: 'phoenixApi',
  label: 'Phoenix API',
  description: 'A key of Phoenix, at Arize or on a server of your own.',
  category: 'Analytics',
  icon: 'layers',
  docs: 'https://app.phoenix.arize.com',
  hosts: ['https://app.phoenix.arize.com'],
  inputs: {
    phoenixApiKey: param.password({ label: 'API Key' }),
    phoenixEndpoint: param.string({ label: 'Endpoint', default: 'https://app.phoenix.arize.com' }),
  },
  testNote: 'The test lists one project. It costs nothing.',
  async test({ phoenixApiKey = '', phoenixEndpoint = '' }, tools) {
    await askVendor(
      {
        url: `${checkAddress(phoenixEndpoint || 'https://app.phoenix.arize.com', 'Endpoint')}/v1/projects?limit=1`,
        headers: { authorization: `Bearer ${phoenixApiKey.trim()}` },
      },
      tools,
    );
    return '';
  },
});
