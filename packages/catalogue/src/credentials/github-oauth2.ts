import { defineCredential } from '@tendril/contract/node/define-credential';
import { signInInputs } from '../tools/sign-in-inputs.ts';

export const githubOAuth2 = defineCredential({
  name: 'githubOAuth2',
  label: 'GitHub OAuth2',
  description: 'Reads repositories for a GitHub account, after a sign-in.',
  category: 'Document Loaders',
  icon: 'github',
  docs: 'https://github.com/settings/developers',
  hosts: ['https://api.github.com'],
  inputs: signInInputs,
  oauth2: {
    authorizationUrl: 'https://github.com/login/oauth/authorize',
    tokenUrl: 'https://github.com/login/oauth/access_token',
    scopes: ['repo'],
    clientAuth: 'post',
    pkce: true,
  },
});
