import type { ProviderOutcome } from '@tendril/contract/api/sign-in-providers';
import * as z from 'zod';
import type { Person } from '../users.store.ts';
import type { NewIdentity } from './identities.store.ts';
import type { ProviderClaims } from './provider-client.ts';
import type { Provider } from './providers.store.ts';

/** What is known here of the person that a provider names. */
interface KnownPeople {
  /** Whom the account at the provider belongs to. */
  linked: Person | undefined;
  /** Who has the address that the provider has confirmed. */
  addressed: Person | undefined;
  /** Whether that person has another account at the same provider. */
  hasOtherAccount: boolean;
}

export type Judgement =
  | { kind: 'known'; person: Person }
  | { kind: 'link'; person: Person; email: string }
  | { kind: 'newcomer'; email: string }
  | { kind: 'refused'; outcome: ProviderOutcome };

// Letters that only look like those of another address are folded by no rule of ours.
const plainAddress = z
  .string()
  .max(254)
  .regex(/^[\x21-\x7e]+$/)
  .toLowerCase()
  .pipe(z.email());

/** The address that the provider has confirmed to be the person's own; undefined for any other. */
export function confirmedEmail({ email, isEmailVerified }: ProviderClaims): string | undefined {
  return isEmailVerified ? plainAddress.safeParse(email).data : undefined;
}

/**
 * Decides whom a provider's word opens the door for. An account here is opened by the account at the provider that it is
 * connected with. It is connected by its address only if the provider has confirmed that and answers for its domain:
 * anybody else connects it after signing in here.
 */
export function judgeClaims(provider: Provider, claims: ProviderClaims, known: KnownPeople): Judgement {
  const { allowedDomains } = provider;
  const email = confirmedEmail(claims);
  const domain = email?.slice(email.lastIndexOf('@') + 1);
  const answersFor = domain !== undefined && allowedDomains.includes(domain);
  if (allowedDomains.length > 0 && !answersFor)
    return { kind: 'refused', outcome: email === undefined ? 'unverified' : 'domain' };
  if (known.linked) return { kind: 'known', person: known.linked };
  if (email === undefined) return { kind: 'refused', outcome: 'unverified' };
  if (!known.addressed) return { kind: 'newcomer', email };
  if (!answersFor || known.hasOtherAccount) return { kind: 'refused', outcome: 'present' };
  return { kind: 'link', person: known.addressed, email };
}

const mostGroups = 200;

/** An account at a provider as it is stored: who it says the person is, and what of that it vouches for. */
export function identityOf(
  { allowedDomains, groupsClaim }: Pick<Provider, 'allowedDomains' | 'groupsClaim'>,
  claims: ProviderClaims,
): NewIdentity {
  const { issuer, subject, email = '', groups } = claims;
  const confirmed = confirmedEmail(claims);
  const domain = confirmed?.slice(confirmed.lastIndexOf('@') + 1);
  const isProven = domain !== undefined && allowedDomains.includes(domain);
  return {
    ...{ issuer, subject, email: email.slice(0, 254) },
    provenEmail: isProven && confirmed !== undefined ? confirmed : null,
    groups: groupsClaim === null ? null : JSON.stringify(groups.slice(0, mostGroups)),
  };
}

/** The role that the person's groups give; undefined where the provider's groups decide nothing. */
export function roleOfGroups(
  { groupsClaim, groupRoles, newcomers }: Provider,
  { groups }: ProviderClaims,
): string | undefined {
  if (groupsClaim === null) return undefined;
  return groupRoles.find(({ group }) => groups.includes(group))?.roleId ?? newcomers?.roleId;
}
