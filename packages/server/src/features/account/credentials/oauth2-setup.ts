import { AppError } from '@tendril/contract/app-error';
import type { OAuth2Declaration } from '@tendril/contract/node/define-credential';
import type { AuthorizationServer, Client } from 'oauth4webapi';

/** Everything that a sign-in at one vendor needs, read from a credential's fields. */
export interface OAuth2Setup {
  authorizationUrl: URL;
  server: AuthorizationServer & { token_endpoint: string };
  client: Client;
  /** Empty for an app that has none. */
  clientSecret: string;
  clientAuth: 'basic' | 'post';
  scope: string;
  pkce: boolean;
  parameters: Readonly<Record<string, string>>;
}

type Fields = Readonly<Record<string, string>>;

/**
 * Reads the fields. `mayBePlain` says which addresses may lack TLS. Throws INVALID_INPUT that names the field: an
 * invalid address would be opened in the person's browser.
 */
export function readSetup(
  declared: OAuth2Declaration,
  fields: Fields,
  mayBePlain: (url: URL) => boolean,
): OAuth2Setup {
  const address = (name: string, fixed: string | undefined) => {
    const url = URL.parse((fixed ?? fields[name] ?? '').trim());
    const isPlain = url?.protocol === 'http:' && mayBePlain(url);
    if (!url || !(url.protocol === 'https:' || isPlain)) throw refused(name, 'must begin with https://');
    if (url.username || url.password) throw refused(name, 'must hold no name and no password');
    url.hash = '';
    return url;
  };
  const authorizationUrl = address('authorizationUrl', declared.authorizationUrl);
  const tokenUrl = address('accessTokenUrl', declared.tokenUrl);
  const clientId = fields['clientId']?.trim();
  if (!clientId) throw refused('clientId', 'is needed for the sign-in');
  const chosenAuth = fields['clientAuth'] === 'post' ? 'post' : 'basic';
  return {
    authorizationUrl,
    server: {
      issuer: declared.issuer ?? tokenUrl.origin,
      authorization_endpoint: authorizationUrl.href,
      token_endpoint: tokenUrl.href,
    },
    client: { client_id: clientId },
    clientSecret: fields['clientSecret']?.trim() ?? '',
    clientAuth: declared.clientAuth === 'field' ? chosenAuth : declared.clientAuth,
    scope: fields['scope']?.trim() || declared.scopes.join(' '),
    pkce: declared.pkce,
    parameters: declared.parameters ?? {},
  };
}

function refused(field: string, message: string): AppError {
  const path = `plainDataObj.${field}`;
  return new AppError('INVALID_INPUT', `${field}: ${message}`, { details: [{ path, message }] });
}
