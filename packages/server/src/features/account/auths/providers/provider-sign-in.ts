import { randomBytes } from 'node:crypto';
import type { ProviderOutcome } from '@tendril/contract/api/sign-in-providers';
import { AppError } from '@tendril/contract/app-error';
import type { Logger } from 'pino';
import type { AuditLog } from '../../../../platform/db/audit-log.ts';
import type { WriteGroup } from '../../../../platform/db/write-group.ts';
import type { Assurance } from '../../../../platform/http/assurance.ts';
import type { UserCaller } from '../../../../platform/http/caller.ts';
import type { SessionFamilies, SessionOrigin } from '../../../../platform/http/session-families.ts';
import type { SignInSteps } from '../factors/sign-in-steps.ts';
import type { AwaitedFactor, SignedIn } from '../session-opening.ts';
import type { UserStore } from '../users.store.ts';
import type { IdentityStore } from './identities.store.ts';
import { confirmedEmail, identityOf, judgeClaims } from './judge-claims.ts';
import type { ProviderAdmission } from './provider-admission.ts';
import type { ProviderClaims, ProviderClient, ProviderRequest } from './provider-client.ts';
import type { Provider, ProviderStore } from './providers.store.ts';

/** What somebody went to a provider for. */
export type ProviderPurpose =
  | { kind: 'sign-in'; invite?: string | undefined }
  | { kind: 'link' | 'proof'; caller: UserCaller };

/** A visit to a provider that has begun. */
interface Journey extends ProviderRequest {
  providerId: string;
  purpose: ProviderPurpose;
  begunAt: number;
}

/** How it went: a session, a second step to take, or a word for the page. */
interface Arrival {
  outcome: ProviderOutcome;
  /** Whether a pop-up waits for it. */
  isPopup: boolean;
  signedIn?: SignedIn;
  awaited?: AwaitedFactor;
}

/** How far the clocks of a provider and this server may be apart. */
const clockToleranceMs = 30_000;

interface ProviderSignInParts {
  providers: ProviderStore;
  client: ProviderClient;
  identities: IdentityStore;
  admission: ProviderAdmission;
  steps: SignInSteps;
  users: UserStore;
  families: SessionFamilies;
  assurance: Assurance;
  audit: AuditLog;
  writes: WriteGroup;
  log: Logger;
}

/** Visits to OpenID Connect providers: to sign in, to connect an account, to prove one's identity again. */
export function createProviderSignIn(parts: ProviderSignInParts) {
  const { providers, client, identities, admission, steps, users, families } = parts;
  const serve = createSessionVisits(parts);

  async function signIn(provider: Provider, journey: Journey, claims: ProviderClaims, from: SessionOrigin) {
    const linkedId = await identities.findPerson(claims);
    const email = confirmedEmail(claims);
    const addressed = email === undefined ? undefined : await users.findByEmail(email);
    const others = addressed ? await identities.listOf(addressed.id) : [];
    const judgement = judgeClaims(provider, claims, {
      linked: linkedId === undefined ? undefined : await users.findById(linkedId),
      addressed,
      hasOtherAccount: others.some(({ issuer }) => issuer === claims.issuer),
    });
    const invite = journey.purpose.kind === 'sign-in' ? journey.purpose.invite : undefined;
    return admission.admit(provider, claims, judgement, { from, invite });
  }

  return {
    /** Throws NOT_FOUND. Returns the provider's address and the secret that binds the answer to the browser. */
    async begin(providerId: string, redirectUri: string, purpose: ProviderPurpose) {
      const provider = await providers.find(providerId);
      if (!provider) throw new AppError('NOT_FOUND', 'This way to sign in does not exist any more.');
      const [state, nonce, verifier] = [random(), random(), random()];
      const isFresh = purpose.kind === 'proof';
      const request: ProviderRequest = { redirectUri, state, nonce, verifier, isFresh };
      const url = await client.address(provider, request).catch((cause: unknown) => {
        parts.log.warn({ err: cause, providerId }, 'a sign-in provider could not be asked');
        throw new AppError('UNAVAILABLE', `${provider.name} cannot be reached. Try again in a moment.`);
      });
      const journey: Journey = { ...request, providerId, purpose, begunAt: Date.now() };
      return { url, token: await steps.begin('provider', journey) };
    },

    /** What the provider has sent back by way of the browser; each answer is looked at once. */
    async finish(
      providerId: string,
      token: string | undefined,
      parameters: URLSearchParams,
      from: SessionOrigin,
    ): Promise<Arrival> {
      const journey = token === undefined ? undefined : await steps.look<Journey>('provider', token);
      // An answer to another question, or of another provider, is never redeemed.
      if (!journey || journey.providerId !== providerId || parameters.get('state') !== journey.state)
        return { outcome: 'expired', isPopup: false };
      if (token === undefined || !(await steps.take('provider', token)))
        return { outcome: 'expired', isPopup: false };
      const { purpose } = journey;
      const isPopup = purpose.kind !== 'sign-in';
      const provider = await providers.find(providerId);
      if (!provider) return { outcome: 'expired', isPopup };
      if (parameters.has('error')) return { outcome: 'refused', isPopup };
      try {
        const claims = await client.redeem(provider, journey, parameters);
        if (purpose.kind === 'sign-in')
          return {
            isPopup,
            ...(await signIn(provider, journey, claims, { ...from, providerId, providerSid: claims.sid })),
          };
        if (!(await families.isAlive(purpose.caller.familyId))) return { outcome: 'expired', isPopup };
        return { isPopup, outcome: await serve(provider, purpose.kind, purpose.caller, claims, journey) };
      } catch (error) {
        parts.log.warn({ err: error, providerId }, 'a sign-in at a provider was refused');
        return { outcome: 'failed', isPopup };
      }
    },
  };
}

export type ProviderSignIn = ReturnType<typeof createProviderSignIn>;

/** What somebody who is signed in goes to a provider for. */
function createSessionVisits({ identities, users, assurance, audit, writes }: ProviderSignInParts) {
  return async (
    provider: Provider,
    kind: 'link' | 'proof',
    caller: UserCaller,
    claims: ProviderClaims,
    { begunAt }: Journey,
  ): Promise<ProviderOutcome> => {
    const { userId, workspaceId } = caller;
    const record = (action: 'provider-linked' | 'identity-proved') =>
      audit.record({
        workspaceId,
        actor: `user:${userId}`,
        action,
        target: userId,
        detail: { name: provider.name },
      });
    const person = await users.findById(userId);
    if (!person) return 'expired';
    if (kind === 'proof') {
      const at = claims.authenticatedAt;
      const isOwn = (await identities.findPerson(claims)) === userId;
      // A provider that only remembers somebody proves nothing about who sits there now.
      if (!isOwn || at === null || at < begunAt - clockToleranceMs) return 'failed';
      await assurance.prove(caller);
      await record('identity-proved');
      return 'proved';
    }
    const judgement = judgeClaims(provider, claims, {
      linked: person,
      addressed: undefined,
      hasOtherAccount: false,
    });
    if (judgement.kind === 'refused') return judgement.outcome;
    const identity = identityOf(provider, claims);
    const isOwn = await writes.write((trx) => identities.insert(trx, userId, identity));
    if (!isOwn) return 'taken';
    await record('provider-linked');
    return 'linked';
  };
}

const random = (): string => randomBytes(32).toString('base64url');
