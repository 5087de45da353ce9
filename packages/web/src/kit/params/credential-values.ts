import { storedValueMask } from '@tendril/contract/api/credentials';
import type { TemplateInput } from '@tendril/contract/node/node-template';
import type { CredentialKind } from '../api/credentials.queries.ts';
import { RequestError } from '../api/request-error.ts';

/** What a form of a secret is for: a new one, other fields of a stored one, or other values in its place. */
export type CredentialMode = 'new' | 'edit' | 'replace';

export type CredentialValues = Readonly<Record<string, unknown>>;
type PlainValue = string | number | boolean;

const isPassword = (input: TemplateInput) => input.type === 'password';
const isPlain = (value: unknown): value is PlainValue =>
  ['string', 'number', 'boolean'].includes(typeof value) && value !== '';

/** Names of the passwords that are stored: their fields may stay empty. */
export function keptPasswords(
  kind: CredentialKind | undefined,
  stored: CredentialValues,
  mode: CredentialMode,
): string[] {
  if (mode !== 'edit') return [];
  const passwords = (kind?.inputs ?? []).filter(isPassword).map((input) => input.name);
  return passwords.filter((name) => stored[name] === storedValueMask);
}

/** What stands in the fields at first; a password never comes back. */
export function startValues(kind: CredentialKind | undefined, stored: CredentialValues): CredentialValues {
  const inputs = kind?.inputs ?? [];
  const start = inputs.map((input) => {
    const held = isPassword(input) ? undefined : stored[input.name];
    return [input.name, held ?? input.default ?? ''];
  });
  return Object.fromEntries(start);
}

/** The values to send: the mask for a stored password that was left empty. */
export function valuesToSend(values: CredentialValues, kept: readonly string[]): Record<string, PlainValue> {
  const given = Object.entries(values).filter((entry): entry is [string, PlainValue] => isPlain(entry[1]));
  const masks = kept.filter((name) => !isPlain(values[name])).map((name) => [name, storedValueMask]);
  return Object.fromEntries([...given, ...masks]);
}

/** The required fields that are still empty. */
export function missingFields(
  kind: CredentialKind | undefined,
  values: CredentialValues,
  kept: readonly string[],
): TemplateInput[] {
  return (kind?.inputs ?? []).filter((input) => {
    const value = values[input.name] ?? '';
    const isEmpty = typeof value === 'string' && value.trim() === '';
    return isEmpty && !input.optional && input.type !== 'boolean' && !kept.includes(input.name);
  });
}

/** Server errors by field: `name`, or the name of a parameter. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof RequestError)) return {};
  const named = error.details.map(({ path, message }) => [path.replace(/^plainDataObj\./, ''), message]);
  return Object.fromEntries(named);
}
