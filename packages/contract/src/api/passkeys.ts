import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idParams, timestamp } from './id.ts';
import { corePrefix } from './prefixes.ts';

const path = `${corePrefix}/auths`;
const tag = 'Session';

const base64url = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[A-Za-z0-9_-]*$/, 'must be base64url');
/** The secret of a challenge; answered once, within ten minutes. */
const ceremony = base64url(100).min(20);
const attachment = z.enum(['platform', 'cross-platform']).nullish();
const extensions = z.record(z.string().max(50), z.json());

/** What a device answers to a sign-in. */
const assertion = z.strictObject({
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  response: z.strictObject({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(8000),
    signature: base64url(8000),
    userHandle: base64url(200).nullish(),
  }),
  authenticatorAttachment: attachment,
  clientExtensionResults: extensions,
});
export type PasskeyAssertion = z.output<typeof assertion>;

/** A challenge with what a passkey has answered to it. */
export const passkeyProof = z.strictObject({ ceremony, assertion });
export type PasskeyProof = z.output<typeof passkeyProof>;

/** What a device answers to a new key. */
const attestation = z.strictObject({
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  response: z.strictObject({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(40_000),
    authenticatorData: base64url(8000).optional(),
    publicKey: base64url(8000).optional(),
    publicKeyAlgorithm: z.number().int().optional(),
    transports: z.array(z.string().max(30)).max(10).optional(),
  }),
  authenticatorAttachment: attachment,
  clientExtensionResults: extensions,
});
export type PasskeyAttestation = z.output<typeof attestation>;

/** The options of a ceremony, as browsers read them. */
const options = z.looseObject({ challenge: z.string() });
const challenge = z.object({ ceremony: z.string(), options });

/** A passkey, as its person sees it. */
export const ownPasskey = z.object({
  id,
  name: z.string(),
  createdAt: timestamp,
  lastUsedAt: timestamp.nullable(),
});
export type OwnPasskey = z.output<typeof ownPasskey>;

const name = z.string().trim().min(1, 'must not be empty').max(60);

export const startPasskey = endpoint({
  method: 'POST',
  path: `${path}/passkeys/registration`,
  auth: 'session',
  permits: 'member',
  isForSetUp: true,
  proof: 'always',
  tag,
  summary: 'Begins to add a passkey: what the browser asks a device for.',
  response: challenge,
});

export const addPasskey = endpoint({
  method: 'POST',
  path: `${path}/passkeys`,
  auth: 'session',
  permits: 'member',
  isForSetUp: true,
  tag,
  summary: 'Adds the passkey that a device has made; answers recovery codes if there were none.',
  body: z.strictObject({ ceremony, name, attestation }),
  response: z.object({ passkey: ownPasskey, recoveryCodes: z.array(z.string()) }),
  status: 201,
});

export const renamePasskey = endpoint({
  method: 'PATCH',
  path: `${path}/passkeys/:id`,
  auth: 'session',
  permits: 'member',
  tag,
  summary: 'Renames a passkey.',
  params: idParams,
  body: z.strictObject({ name }),
});

export const removePasskey = endpoint({
  method: 'DELETE',
  path: `${path}/passkeys/:id`,
  auth: 'session',
  permits: 'member',
  proof: 'always',
  tag,
  summary: 'Removes a passkey; refused where nothing else opens the account.',
  params: idParams,
});

export const startPasskeyUse = endpoint({
  method: 'POST',
  path: `${path}/passkey-challenge`,
  auth: 'origin',
  tag,
  summary: 'What a browser asks a passkey to sign: to sign in, for a second step, or to prove an identity.',
  body: z.strictObject({}).optional(),
  response: challenge,
});

export const passkeySignIn = endpoint({
  method: 'POST',
  path: `${path}/passkey-sign-in`,
  auth: 'step',
  tag,
  summary: 'Signs in with a passkey alone; it stands for both steps.',
  body: passkeyProof,
  response: z.object({ data: z.object({ name: z.string(), email: z.string() }) }),
});
