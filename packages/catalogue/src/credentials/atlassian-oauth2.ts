import { defineCredential } from '@tendril/contract/node/define-credential';
import { signInInputs } from '../tools/sign-in-inputs.ts';

export const atlassianOAuth2 = defineCredential({
  name: 'atlassianOAuth2',
  label: 'Atlassian OAuth2',
  description: 'Reads Confluence for an Atlassian account, after a sign-in.',
  category: 'Document Loaders',
  icon: 'confluence',
  docs: 'https://developer.atlassian.com/console/myapps/',
  hosts: ['https://api.atlassian.com'],
  inputs: signInInputs,
  oauth2: {
    authorizationUrl: 'https://auth.atlassian.com/authorize',
    tokenUrl: 'https://auth.atlassian.com/oauth/token',
    scopes: [
      'offline_access',
      'read:confluence-content.all',
      'read:confluence-content.summary',
      'read:confluence-space.summary',
      'search:confluence',
    ],
    clientAuth: 'post',
    pkce: true,
    parameters: { audience: 'api.atlassian.com', prompt: 'consent' },
  },
});
