import { storedValueMask } from '@tendril/contract/api/credentials';
import type { CredentialDefinition } from '@tendril/contract/node/define-credential';

export type SecretValues = Record<string, string | number | boolean>;

const shownCharacters = 4;

function isPassword(definition: CredentialDefinition | undefined, name: string): boolean {
  // A field that the catalogue does not know may be anything, so it is treated as the worst.
  const input = definition?.inputs[name];
  return input === undefined || input.type === 'password';
}

/** Values as a form may show them: every password is a mask. */
export function maskValues(values: SecretValues, definition: CredentialDefinition | undefined): SecretValues {
  const shown = Object.entries(values).map(([name, value]) => {
    const isHidden = value !== '' && isPassword(definition, name);
    return [name, isHidden ? storedValueMask : value];
  });
  return Object.fromEntries(shown);
}

/** Values sent back by a form: a mask stands for what is stored. */
export function mergeValues(stored: SecretValues, given: SecretValues): SecretValues {
  const merged = Object.entries(given).flatMap(([name, value]): [string, string | number | boolean][] => {
    if (value !== storedValueMask) return [[name, value]];
    const kept = stored[name];
    return kept === undefined ? [] : [[name, kept]];
  });
  return Object.fromEntries(merged);
}

/** The last four characters of the first password; nothing of a short one. */
export function hintOf(values: SecretValues, definition: CredentialDefinition | undefined): string {
  const names = definition ? Object.keys(definition.inputs) : Object.keys(values);
  const first = names.find((name) => isPassword(definition, name) && values[name]);
  const text = first === undefined ? '' : String(values[first]);
  return text.length >= shownCharacters * 3 ? text.slice(-shownCharacters) : '';
}
