import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { id, timestamp } from './id.ts';
import { ownPasskey, passkeyProof } from './passkeys.ts';
import { corePrefix } from './prefixes.ts';
import { ownIdentity } from './sign-in-providers.ts';

const path = `${corePrefix}/auths`;

/** Six digits of an authenticator app, or a recovery code; spaces and hyphens are for the eye. */
const factorCode = z
  .string()
  .trim()
  .min(6, 'must have six digits')
  .max(40)
  .meta({ examples: ['123456'] });

const proof = z.union([
  z.strictObject({ password: z.string().max(128) }),
  z.strictObject({ code: factorCode }),
  z.strictObject({ passkey: passkeyProof }),
]);

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

const ownFactors = z.object({
  /** Since when codes of an authenticator app are asked for; null when they are not. */
  totpSince: timestamp.nullable(),
  recoveryCodesLeft: z.number().int(),
  /** False for people who sign in with a provider or a passkey only. */
  hasPassword: z.boolean(),
  passkeys: z.array(ownPasskey),
  /** The accounts at providers that open this one, and the providers there are. */
  identities: z.array(ownIdentity),
  providers: z.array(z.object({ id, name: z.string() })),
  /** The workspace demands a second factor, and this person has none. */
  isSetUpDemanded: z.boolean(),
});
export type OwnFactors = z.output<typeof ownFactors>;

/** The second step of a sign-in that was answered with SECOND_FACTOR_REQUIRED; a cookie carries the first. */
export const confirmSignIn = endpoint({
  method: 'POST',
  path: `${path}/second-factor`,
  auth: 'step',
  tag: 'Session',
  summary: 'Completes a sign-in with a code of an authenticator app, a recovery code or a passkey.',
  body: z.union([z.strictObject({ code: factorCode }), z.strictObject({ passkey: passkeyProof })]),
  response: z.object({ data: z.object({ name: z.string(), email: z.string() }) }),
});

export const readOwnFactors = endpoint({
  method: 'GET',
  path: `${path}/factors`,
  auth: 'session',
  permits: 'member',
  isForSetUp: true,
  tag: 'Session',
  summary: 'What the signed-in person proves their identity with, beside the password.',
  response: ownFactors,
});

export const startTotp = endpoint({
  method: 'POST',
  path: `${path}/totp`,
  auth: 'session',
  permits: 'member',
  isForSetUp: true,
  proof: 'always',
  tag: 'Session',
  summary: 'Makes the key of an authenticator app; it counts once a code of it has confirmed it.',
  response: z.object({ secret: z.string(), uri: z.string() }),
});

export const confirmTotp = endpoint({
  method: 'POST',
  path: `${path}/totp/confirmation`,
  auth: 'session',
  permits: 'member',
  isForSetUp: true,
  tag: 'Session',
  summary: 'Turns the authenticator app on with a code of it; answers recovery codes once.',
  body: z.strictObject({ code: factorCode }),
  response: recoveryCodes,
});

export const removeTotp = endpoint({
  method: 'DELETE',
  path: `${path}/totp`,
  auth: 'session',
  permits: 'member',
  proof: 'always',
  tag: 'Session',
  summary: 'Turns the authenticator app off.',
});

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: `${path}/recovery-codes`,
  auth: 'session',
  permits: 'member',
  isForSetUp: true,
  proof: 'always',
  tag: 'Session',
  summary: 'Replaces the recovery codes.',
  response: recoveryCodes,
});

export const proveIdentity = endpoint({
  method: 'POST',
  path: `${path}/proof`,
  auth: 'session',
  permits: 'member',
  isForSetUp: true,
  tag: 'Session',
  summary: 'Proves again who sits in front of this session; holds for ten minutes.',
  body: proof,
});

const workspaceSecurity = z.strictObject({
  /** Everybody needs a second factor: people without one set it up before anything else. */
  isSecondFactorRequired: z.boolean(),
  /** Secrets, exports, publishing, API keys, people and roles take a proof of the last ten minutes. */
  isProofRequired: z.boolean(),
});
export type WorkspaceSecurity = z.output<typeof workspaceSecurity>;

export const readWorkspaceSecurity = endpoint({
  method: 'GET',
  path: `${corePrefix}/workspace/security`,
  auth: 'session',
  permits: 'security:edit',
  tag: 'Workspace',
  summary: 'How people of this workspace have to prove their identity.',
  response: workspaceSecurity,
});

export const saveWorkspaceSecurity = endpoint({
  method: 'PUT',
  path: `${corePrefix}/workspace/security`,
  auth: 'session',
  permits: 'security:edit',
  proof: 'always',
  tag: 'Workspace',
  summary: 'Changes how people of this workspace have to prove their identity.',
  body: workspaceSecurity,
  response: workspaceSecurity,
});
