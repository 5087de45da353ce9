import type { CredentialDefinition } from '@tendril/contract/node/define-credential';
import type { ParamType } from '@tendril/contract/node/param-type';
import type { CredentialInterface, InterfaceInput } from './node-interface.ts';
import { paramOfInput } from './param-of-input.ts';

/** Without a password beside it, an address holds one itself, as `postgres://user:password@host` does: it is sealed too. */
function fieldOf(input: InterfaceInput, hasPassword: boolean) {
  const isOptional = input.optional === true || input.hasLongDefault === true || input.hidden === true;
  const type = input.type !== 'url' ? input.type : hasPassword ? 'string' : 'password';
  return paramOfInput({ ...input, type: type as ParamType, optional: isOptional });
}

/** A kind of secret from its interface alone; it goes only to the addresses among its fields and where a person allowed it. */
export function credentialOfInterface({ name, label, inputs }: CredentialInterface): CredentialDefinition {
  const hasPassword = inputs.some(({ type }) => type === 'password');
  return {
    name,
    label,
    hosts: [],
    inputs: Object.fromEntries(inputs.map((input) => [input.name, fieldOf(input, hasPassword)])),
  };
}
