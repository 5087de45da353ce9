import type { Param } from './param.ts';

/** The fields of one kind of secret, declared as node parameters are. */
export interface CredentialDefinition {
  name: string;
  label: string;
  description?: string;
  inputs: Record<string, Param>;
}

export function defineCredential(definition: CredentialDefinition): CredentialDefinition {
  return definition;
}
