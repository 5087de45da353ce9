import { storedValueMask } from '@tendril/contract/api/credentials';
import { AppError, type ErrorDetail } from '@tendril/contract/app-error';
import type { CredentialDefinition } from '@tendril/contract/node/define-credential';

export type SecretValues = Record<string, string | number | boolean>;

const shownCharacters = 4;

/** Whether a value of this field must not be shown. */
export function isPassword(definition: CredentialDefinition | undefined, name: string): boolean {
  // A field that the catalogue does not know may be anything, so it is treated as a secret.
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

/** Values sent back by a form: a mask stands for the stored value. */
export function mergeValues(stored: SecretValues, given: SecretValues): SecretValues {
  const merged = Object.entries(given).flatMap(([name, value]): [string, string | number | boolean][] => {
    if (value !== storedValueMask) return [[name, value]];
    const kept = stored[name];
    return kept === undefined ? [] : [[name, kept]];
  });
  return Object.fromEntries(merged);
}

/** Throws INVALID_INPUT that names every unknown, missing or malformed field. */
export function checkValues(values: SecretValues, definition: CredentialDefinition): void {
  const details: ErrorDetail[] = [];
  const refuse = (name: string, message: string) => details.push({ path: `plainDataObj.${name}`, message });
  for (const name of Object.keys(values))
    if (!Object.hasOwn(definition.inputs, name)) refuse(name, `${definition.label} has no field "${name}"`);
  for (const [name, input] of Object.entries(definition.inputs)) {
    const value = values[name];
    const parsed = input.schema.safeParse(typeof value === 'string' ? value.trim() : value);
    if (!parsed.success) refuse(name, parsed.error.issues[0]?.message ?? 'is not valid');
  }
  const [first] = details;
  if (first) throw new AppError('INVALID_INPUT', `${first.path}: ${first.message}`, { details });
}

/** Values as code reads them: text, with the kind's defaults where nothing is set. */
export function textValues(
  values: SecretValues,
  definition: CredentialDefinition | undefined,
): Record<string, string> {
  const texts = Object.entries(values).map(([name, value]) => [name, String(value)]);
  const defaults = Object.entries(definition?.inputs ?? {}).flatMap(([name, input]) =>
    input.default === undefined || (values[name] ?? '') !== '' ? [] : [[name, String(input.default)]],
  );
  return Object.fromEntries([...texts, ...defaults]);
}

/** The last four characters of the first password; nothing of a short one. */
export function hintOf(values: SecretValues, definition: CredentialDefinition | undefined): string {
  const names = definition ? Object.keys(definition.inputs) : Object.keys(values);
  const first = names.find((name) => isPassword(definition, name) && values[name]);
  const text = first === undefined ? '' : String(values[first]);
  return text.length >= shownCharacters * 3 ? text.slice(-shownCharacters) : '';
}

/** The name of the first password: the field at which a refused key is reported. */
export function keyFieldOf(definition: CredentialDefinition): string | undefined {
  return Object.keys(definition.inputs).find((name) => isPassword(definition, name));
}
