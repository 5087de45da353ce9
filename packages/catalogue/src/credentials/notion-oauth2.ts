import { defineCredential } from '@tendril/contract/node/define-credential';
import { signInInputs } from '../tools/sign-in-inputs.ts';

export const notionOAuth2 = defineCredential({
  name: 'notionOAuth2',
  label: 'Notion OAuth2',
  description: 'Reads the pages of Notion that were shared at a sign-in.',
  category: 'Document Loaders',
  icon: 'notion',
  docs: 'https://www.notion.so/my-integrations',
  hosts: ['https://api.notion.com'],
  inputs: signInInputs,
  oauth2: {
    authorizationUrl: 'https://api.notion.com/v1/oauth/authorize',
    tokenUrl: 'https://api.notion.com/v1/oauth/token',
    scopes: [],
    clientAuth: 'basic',
    pkce: true,
    parameters: { owner: 'user' },
  },
});
