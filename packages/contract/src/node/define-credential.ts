import type { Param } from './param.ts';
import type { FetchFunction } from './run-context.ts';

/** What a test of a secret may use: the way out, and the signal that ends it. */
export interface CredentialTestTools {
  fetch: FetchFunction;
  signal: AbortSignal;
}

/**
 * Asks the vendor something that costs nothing. Answers a short remark ("38 models"), or ''. Throws an AppError whose
 * sentence never holds a value of the secret.
 */
export type CredentialTest = (
  fields: Readonly<Record<string, string>>,
  tools: CredentialTestTools,
) => Promise<string>;

/**
 * How a person signs in at the vendor. The kind's inputs are `clientId`, `clientSecret` and `scope`; an address that is
 * left out here is the field `authorizationUrl` or `accessTokenUrl`, and `field` reads the field `clientAuth`.
 */
export interface OAuth2Declaration {
  authorizationUrl?: string;
  tokenUrl?: string;
  /** Who the vendor says it is when it sends the person back; unchecked where it is not known. */
  issuer?: string;
  /** Asked for when the field `scope` is empty. */
  scopes: readonly string[];
  clientAuth: 'basic' | 'post' | 'field';
  pkce: boolean;
  /** More parameters of the sign-in page's address. */
  parameters?: Readonly<Record<string, string>>;
}

/** The fields of one kind of secret, declared as node parameters are. */
export interface CredentialDefinition {
  name: string;
  label: string;
  description?: string;
  /** Category and icon of the nodes it opens, for its tile. */
  category?: string;
  icon?: string;
  /** Where the vendor tells or gives the values. */
  docs?: string;
  inputs: Record<string, Param>;
  /**
   * Origins of its vendor, to which it goes unasked; `https://*.example.com` stands for every host below that name. The
   * addresses among its own fields need not be named.
   */
  hosts: readonly string[];
  test?: CredentialTest;
  /** What the test does, in one short sentence. */
  testNote?: string;
  oauth2?: OAuth2Declaration;
}

export function defineCredential(definition: CredentialDefinition): CredentialDefinition {
  return definition;
}
