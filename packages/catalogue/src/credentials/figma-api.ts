import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { askVendor } from '../credential-tests/ask-vendor.ts';

export const figmaApi = defineCredential({
  name: 'figmaApi',
  label: 'Figma API',
  description: 'A personal access token of Figma.',
  category: 'Document Loaders',
  icon: 'figma',
  docs: 'https://www.figma.com/settings',
  hosts: ['https://api.figma.com'],
  inputs: {
    accessToken: param.password({ label: 'Access Token' }),
  },
  testNote: 'The test asks whose token it is. It costs nothing.',
  async test({ accessToken = '' }, tools) {
    await askVendor(
      { url: 'https://api.figma.com/v1/me', headers: { 'x-figma-token': accessToken.trim() } },
      tools,
    );
    return '';
  },
});
