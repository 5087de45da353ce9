import type { OAuth2Declaration } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';

/** The fields of a sign-in at Microsoft; the addresses hold the id of the directory. */
export const microsoftSignInInputs = {
  authorizationUrl: param.string({
    label: 'Authorization URL',
    placeholder: 'https://login.microsoftonline.com/<tenantId>/oauth2/v2.0/authorize',
  }),
  accessTokenUrl: param.string({
    label: 'Access Token URL',
    placeholder: 'https://login.microsoftonline.com/<tenantId>/oauth2/v2.0/token',
  }),
  clientId: param.string({ label: 'Client ID' }),
  clientSecret: param.password({ label: 'Client Secret' }),
  scope: param.string({
    label: 'Scopes',
    description: 'What may be done for the account, parted by spaces. Left empty, what the node needs.',
    optional: true,
    rows: 2,
  }),
};

/** A sign-in at Microsoft for some scopes; the first one brings the token that renews it. */
export function microsoftSignIn(...scopes: string[]): OAuth2Declaration {
  return { scopes: ['offline_access', 'User.Read', ...scopes], clientAuth: 'post', pkce: true };
}
