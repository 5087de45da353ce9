import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { PasskeyAssertion, PasskeyAttestation, PasskeyProof } from '@tendril/contract/api/passkeys';
import { AppError } from '@tendril/contract/app-error';
import type { Logger } from 'pino';
import type { SignInSteps } from '../factors/sign-in-steps.ts';
import type { PasskeyStore } from './passkeys.store.ts';

/** Where a ceremony takes place: the page's address, which passkeys are bound to. */
export type PasskeySite = URL;

interface Challenge {
  challenge: string;
  /** Whose device is to make a key. */
  userId?: string;
}

interface Owner {
  id: string;
  name: string;
  email: string;
}

const product = 'Tendril';

// Loaded on first use, not at start.
const library = () => import('@simplewebauthn/server');

/** What browsers and devices do with passkeys, and the checks of it. A device always has to verify its person. */
export function createPasskeyCeremonies(steps: SignInSteps, passkeys: PasskeyStore, log: Logger) {
  const attempt: Attempt = async (check) => {
    try {
      return await check();
    } catch (error) {
      log.info({ err: error }, 'a passkey was refused');
      return undefined;
    }
  };
  return { ...createRegistrations(steps, passkeys, attempt), ...createUses(steps, passkeys, attempt) };
}

export type PasskeyCeremonies = ReturnType<typeof createPasskeyCeremonies>;

/** Runs a check of the library, which throws for whatever does not fit. */
type Attempt = <T>(check: () => Promise<T>) => Promise<T | undefined>;

function createRegistrations(steps: SignInSteps, passkeys: PasskeyStore, attempt: Attempt) {
  return {
    /** What a device needs to make a key. Throws CONFLICT on a site that passkeys cannot be bound to. */
    async startRegistration({ id, name, email }: Owner, site: PasskeySite) {
      const { generateRegistrationOptions } = await library();
      const present = await passkeys.listOf(id);
      const options = await generateRegistrationOptions({
        rpName: product,
        rpID: requireSite(site),
        userID: new TextEncoder().encode(id),
        userName: email,
        userDisplayName: name,
        attestationType: 'none',
        excludeCredentials: present.map(({ credentialId, transports }) => ({
          id: credentialId,
          transports: JSON.parse(transports) as string[],
        })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      const subject: Challenge = { challenge: options.challenge, userId: id };
      return { ceremony: await steps.begin('passkey-registration', subject), options: { ...options } };
    },

    /** The key that a device has made for this person; undefined if it has not. */
    async finishRegistration(
      userId: string,
      ceremony: string,
      attestation: PasskeyAttestation,
      site: PasskeySite,
    ) {
      const begun = await steps.take<Challenge>('passkey-registration', ceremony);
      if (begun?.userId !== userId) return undefined;
      const { verifyRegistrationResponse } = await library();
      const result = await attempt(() =>
        verifyRegistrationResponse({
          response: withoutNulls(attestation) as unknown as RegistrationResponseJSON,
          expectedChallenge: begun.challenge,
          expectedOrigin: site.origin,
          expectedRPID: requireSite(site),
          requireUserVerification: true,
        }),
      );
      if (!result?.verified) return undefined;
      const { id, publicKey, counter, transports = [] } = result.registrationInfo.credential;
      return {
        credentialId: id,
        publicKey: Buffer.from(publicKey).toString('base64url'),
        counter,
        transports,
      };
    },
  };
}

function createUses(steps: SignInSteps, passkeys: PasskeyStore, attempt: Attempt) {
  return {
    /** What a device needs to sign; which of its keys, the person chooses. */
    async startUse(site: PasskeySite) {
      const { generateAuthenticationOptions } = await library();
      const options = await generateAuthenticationOptions({
        rpID: requireSite(site),
        userVerification: 'required',
      });
      const subject: Challenge = { challenge: options.challenge };
      return { ceremony: await steps.begin('passkey', subject), options: { ...options } };
    },

    /** Whose passkey has signed; undefined for any fault. Each challenge is answered once. */
    async finishUse({ ceremony, assertion }: PasskeyProof, site: PasskeySite): Promise<string | undefined> {
      const begun = await steps.take<Challenge>('passkey', ceremony);
      const passkey = begun && (await passkeys.find(assertion.id));
      if (!begun || !passkey || isForOther(assertion, passkey.userId)) return undefined;
      const { verifyAuthenticationResponse } = await library();
      const result = await attempt(() =>
        verifyAuthenticationResponse({
          response: withoutNulls(assertion) as unknown as AuthenticationResponseJSON,
          expectedChallenge: begun.challenge,
          expectedOrigin: site.origin,
          expectedRPID: requireSite(site),
          requireUserVerification: true,
          credential: {
            id: passkey.credentialId,
            publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
            counter: passkey.counter,
          },
        }),
      );
      if (!result?.verified) return undefined;
      const isNext = await passkeys.noteUse(passkey.id, result.authenticationInfo.newCounter);
      return isNext ? passkey.userId : undefined;
    },
  };
}

/** Whether the device has signed in the name of another account than the key's. */
function isForOther({ response: { userHandle } }: PasskeyAssertion, userId: string): boolean {
  return userHandle != null && Buffer.from(userHandle, 'base64url').toString() !== userId;
}

/** The name that passkeys are bound to. Throws CONFLICT for an address without one. */
function requireSite({ hostname }: PasskeySite): string {
  if (/^[\d.]+$/.test(hostname) || hostname.startsWith('['))
    throw new AppError(
      'CONFLICT',
      'Passkeys need an address with a name: open Tendril under its name, or set PUBLIC_URL.',
    );
  return hostname;
}

/** Browsers send null for what is not known, which the library reads as a value. */
function withoutNulls(value: object): object {
  return JSON.parse(JSON.stringify(value), (_key, inner: unknown) => (inner === null ? undefined : inner));
}
