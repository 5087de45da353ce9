import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { askVendor } from '../credential-tests/ask-vendor.ts';

export const githubApi = defineCredential({
  name: 'githubApi',
  label: 'Github API',
  description: 'A personal access token of GitHub.',
  category: 'Document Loaders',
  icon: 'github',
  docs: 'https://github.com/settings/tokens',
  hosts: ['https://api.github.com'],
  inputs: {
    accessToken: param.password({ label: 'Access Token' }),
  },
  testNote: 'The test asks whose token it is. It costs nothing.',
  async test({ accessToken = '' }, tools) {
    await askVendor(
      {
        url: 'https://api.github.com/user',
        headers: { authorization: `Bearer ${accessToken.trim()}`, 'user-agent': 'tendril' },
      },
      tools,
    );
    return '';
  },
});
