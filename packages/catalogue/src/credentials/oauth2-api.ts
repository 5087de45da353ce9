import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';

export const oAuth2Api = defineCredential({
  name: 'oAuth2Api',
  label: 'OAuth2 API',
  description: 'Acts for an account of any service with OAuth 2, after a sign-in there.',
  category: 'Tools',
  icon: 'webhook',
  hosts: [],
  inputs: {
    authorizationUrl: param.string({
      label: 'Authorization URL',
      placeholder: 'https://accounts.example.com/authorize',
    }),
    accessTokenUrl: param.string({
      label: 'Access Token URL',
      placeholder: 'https://accounts.example.com/token',
    }),
    clientId: param.string({ label: 'Client ID' }),
    clientSecret: param.password({
      label: 'Client Secret',
      description: 'Empty for an app that has none.',
      optional: true,
    }),
    scope: param.string({ label: 'Scopes', description: 'Parted by spaces.', optional: true }),
    clientAuth: param.options({
      label: 'Client Authentication',
      description: 'How the service takes the client ID and secret.',
      options: [
        { name: 'basic', label: 'In the header (usual)' },
        { name: 'post', label: 'In the body' },
      ],
      default: 'basic',
      additionalParams: true,
    }),
  },
  oauth2: { scopes: [], clientAuth: 'field', pkce: true },
});
