import { storedValueMask } from '@tendril/contract/api/credentials';
import { AppError } from '@tendril/contract/app-error';
import type { CredentialDefinition } from '@tendril/contract/node/define-credential';
import * as z from 'zod';
import type { CredentialTable } from '../../../platform/db/schema.ts';
import { originOf } from '../../../platform/egress/bound-secrets.ts';
import { isPassword, type SecretValues } from './secret-values.ts';

const mostAsked = 3;
const hosts = z.object({ allowed: z.array(z.string()), asked: z.array(z.string()) });

/** Beside the vendor's own: origins that a person has allowed for a credential, and those recently refused. */
type SecretHosts = z.output<typeof hosts>;

export function readHosts({ hosts: text }: Pick<CredentialTable, 'hosts'>): SecretHosts {
  return text === null ? { allowed: [], asked: [] } : hosts.parse(JSON.parse(text));
}

/** Adds an origin that a person may allow; only the latest few are kept. */
export function withAsked({ allowed, asked }: SecretHosts, origin: string): SecretHosts {
  return { allowed, asked: [...asked.filter((one) => one !== origin), origin].slice(-mostAsked) };
}

export function withAllowed({ allowed, asked }: SecretHosts, origin: string): SecretHosts {
  return {
    allowed: [...allowed.filter((one) => one !== origin), origin],
    asked: asked.filter((one) => one !== origin),
  };
}

/**
 * Where a credential may be sent: to its vendor, to the addresses among its own fields, and where a person has allowed
 * it.
 */
export function boundOrigins(
  values: SecretValues,
  kind: CredentialDefinition | undefined,
  allowed: readonly string[],
): string[] {
  return [...new Set([...(kind?.hosts ?? []), ...fieldOrigins(values, kind), ...allowed])];
}

/** The values of a credential that must stay secret. */
export function secretTexts(
  values: Readonly<Record<string, unknown>>,
  kind: CredentialDefinition | undefined,
): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const text = String(value).trim();
    return text !== '' && isPassword(kind, name) ? [text] : [];
  });
}

/**
 * Throws INVALID_INPUT at the first password that stays masked while an address of the credential changes: changing the
 * destination requires knowing the secret.
 */
export function refuseElsewhere(
  before: SecretValues,
  given: SecretValues,
  kind: CredentialDefinition | undefined,
  allowed: readonly string[],
): void {
  const known = new Set(boundOrigins(before, kind, allowed));
  const isElsewhere = fieldOrigins(given, kind).some((origin) => !known.has(origin));
  const kept = Object.keys(given).find((name) => given[name] === storedValueMask && before[name]);
  if (!isElsewhere || kept === undefined) return;
  const [path, message] = [`plainDataObj.${kept}`, 'has to be entered again for another address'];
  throw new AppError('INVALID_INPUT', `${kept}: ${message}`, { details: [{ path, message }] });
}

function fieldOrigins(values: SecretValues, kind: CredentialDefinition | undefined): string[] {
  const together = URL.parse(kind?.originOf?.(values) ?? '');
  const single = Object.entries(values).flatMap(([name, value]) => {
    const url = isPassword(kind, name) ? null : URL.parse(String(value).trim());
    return url && /^(https?|wss?):$/.test(url.protocol) ? [originOf(url)] : [];
  });
  return together ? [...single, originOf(together)] : single;
}
