import type { OAuth2Declaration } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';

/** The fields of a sign-in at Google, in the names of exported files; the addresses are always Google's own. */
export const googleSignInInputs = {
  authorizationUrl: param.string({ label: 'Authorization URL', optional: true, hidden: true }),
  accessTokenUrl: param.string({ label: 'Access Token URL', optional: true, hidden: true }),
  clientId: param.string({ label: 'Client ID', placeholder: '1234-abcd.apps.googleusercontent.com' }),
  clientSecret: param.password({ label: 'Client Secret' }),
  additionalParameters: param.string({ label: 'Additional Parameters', optional: true, hidden: true }),
  scope: param.string({
    label: 'Scopes',
    description: 'What may be done for the account, parted by spaces. Left empty, what the node needs.',
    optional: true,
    rows: 2,
  }),
};

/** A sign-in at Google for some scopes. */
export function googleSignIn(...scopes: string[]): OAuth2Declaration {
  return {
    authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenUrl: 'https://oauth2.googleapis.com/token',
    issuer: 'https://accounts.google.com',
    scopes: scopes.map((scope) =>
      scope.startsWith('https:') ? scope : `https://www.googleapis.com/auth/${scope}`,
    ),
    clientAuth: 'post',
    pkce: true,
    // Without these two Google returns no refresh token, or only the first time.
    parameters: { access_type: 'offline', prompt: 'consent' },
  };
}
