import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { signInInputs } from '../tools/sign-in-inputs.ts';

export const gitlabOAuth2 = defineCredential({
  name: 'gitlabOAuth2',
  label: 'GitLab OAuth2',
  description: 'Reads projects for a GitLab account, after a sign-in.',
  category: 'Document Loaders',
  icon: 'git-branch',
  docs: 'https://gitlab.com/-/user_settings/applications',
  hosts: ['https://gitlab.com'],
  inputs: {
    authorizationUrl: param.string({
      label: 'Authorization URL',
      default: 'https://gitlab.com/oauth/authorize',
    }),
    accessTokenUrl: param.string({ label: 'Access Token URL', default: 'https://gitlab.com/oauth/token' }),
    ...signInInputs,
  },
  oauth2: { scopes: ['read_api', 'read_repository'], clientAuth: 'post', pkce: true },
});
