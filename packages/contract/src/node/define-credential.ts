import type { Param } from './param.ts';
import type { FetchFunction } from './run-context.ts';

/** What a test of a credential may use: the egress client's fetch, and an abort signal. */
export interface CredentialTestTools {
  fetch: FetchFunction;
  signal: AbortSignal;
}

/**
 * Sends the vendor a request that costs nothing. Returns a short remark ("38 models"), or ''. Throws an AppError whose
 * message never holds a value of the credential.
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
  /** The vendor's issuer in its redirects; unchecked where it is not known. */
  issuer?: string;
  /** Requested when the field `scope` is empty. */
  scopes: readonly string[];
  clientAuth: 'basic' | 'post' | 'field';
  pkce: boolean;
  /** Additional parameters of the sign-in page's address. */
  parameters?: Readonly<Record<string, string>>;
}

/** The fields of one kind of credential, declared like node parameters. */
export interface CredentialDefinition {
  name: string;
  label: string;
  description?: string;
  /** Category and icon of the nodes that use it, for its tile. */
  category?: string;
  icon?: string;
  /** The vendor's page with the values. */
  docs?: string;
  inputs: Record<string, Param>;
  /**
   * Origins of its vendor, to which it may be sent without confirmation; `https://*.example.com` stands for every host
   * below that name. The addresses among its own fields need not be listed.
   */
  hosts: readonly string[];
  /** The origin that several of its fields give together, such as a host and a port. */
  originOf?(fields: Readonly<Record<string, unknown>>): string | undefined;
  test?: CredentialTest;
  /** What the test does, in one short sentence. */
  testNote?: string;
  oauth2?: OAuth2Declaration;
}

export function defineCredential(definition: CredentialDefinition): CredentialDefinition {
  return definition;
}
