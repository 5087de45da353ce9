import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { askVendor } from '../credential-tests/ask-vendor.ts';

export const composioApi = defineCredential({
  name: 'composioApi',
  label: 'Composio API',
  description: 'A key of composio.dev.',
  category: 'Tools',
  icon: 'composio',
  docs: 'https://app.composio.dev/settings',
  hosts: ['https://backend.composio.dev'],
  inputs: {
    composioApi: param.password({ label: 'Composio API Key' }),
  },
  testNote: 'The test lists one service. It costs nothing.',
  async test({ composioApi: key = '' }, tools) {
    const url = 'https://backend.composio.dev/api/v3/connected_accounts?limit=1';
    await askVendor({ url, headers: { 'x-api-key': key.trim() } }, tools);
    return '';
  },
});
