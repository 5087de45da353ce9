import * as z from 'zod';
import { fewestPasswordCharacters, mostPasswordCharacters } from '../password-rule.ts';
import { endpoint } from './endpoint.ts';
import { id, idParams, timestamp } from './id.ts';
import { corePrefix } from './prefixes.ts';

/** What the browser may know of the signed-in person. */
export const storedUser = z.object({ name: z.string(), email: z.string() });
export type StoredUser = z.output<typeof storedUser>;

const name = z.string().trim().min(1, 'must not be empty').max(80);
const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .pipe(z.email('must be an e-mail address'))
  .meta({ examples: ['ada@example.com'] });
const password = z
  .string()
  .min(fewestPasswordCharacters, `must have at least ${fewestPasswordCharacters} characters`)
  .max(mostPasswordCharacters, `must have at most ${mostPasswordCharacters} characters`);
/** Of a possibly existing account, whose password satisfied whatever rule held when it was created. */
const givenPassword = z.string().min(1, 'must not be empty').max(mostPasswordCharacters);

const userAnswer = z.object({ data: storedUser });
const path = `${corePrefix}/auths`;

export const registerOwner = endpoint({
  method: 'POST',
  path: `${path}/register`,
  auth: 'origin',
  tag: 'Session',
  summary: 'Makes the first owner; refused with 403 once one exists.',
  body: z.strictObject({ name, email, password }),
  response: userAnswer,
  status: 201,
});

export const login = endpoint({
  method: 'POST',
  path: `${path}/login`,
  auth: 'origin',
  tag: 'Session',
  summary: 'Signs in; sets the session cookies.',
  body: z.strictObject({ email: z.string().max(254), password: z.string().max(128) }),
  response: userAnswer,
});

export const refreshToken = endpoint({
  method: 'POST',
  path: `${path}/refresh-token`,
  auth: 'origin',
  tag: 'Session',
  summary: 'Rotates the refresh token and renews the access token.',
  body: z.strictObject({}).optional(),
  response: userAnswer,
});

export const logout = endpoint({
  method: 'POST',
  path: `${path}/logout`,
  auth: 'origin',
  tag: 'Session',
  summary:
    'Ends this session; answers where to sign out of the provider that opened it, if there is such a page.',
  body: z.strictObject({}).optional(),
  response: z.object({ providerUrl: z.string().optional() }),
});

/** The secret of an invitation, as its link carries it. */
const inviteToken = z
  .string()
  .regex(/^[A-Za-z0-9_-]{20,100}$/, 'is not an invitation')
  .meta({ examples: ['the-secret-of-the-invitation-link'] });

/** Decides whether the start page shows the owner form, the sign-in form or the form of an invitation. */
export const authStatus = endpoint({
  method: 'GET',
  path: `${path}/status`,
  auth: 'public',
  tag: 'Session',
  summary: 'Whether an owner exists yet, and what an invitation leads to.',
  query: z.strictObject({ invite: z.string().max(100).optional() }),
  response: z.object({
    hasOwner: z.boolean(),
    /** With what people sign in beside their password. */
    providers: z.array(z.object({ id, name: z.string() })),
    /** Nobody signs in without a provider. */
    isPasswordOff: z.boolean(),
    /** Null when the link was used, revoked, has expired or never existed; left out when none was asked about. */
    invitation: z
      .object({ workspaceName: z.string(), invitedBy: z.string().nullable(), expiresAt: timestamp })
      .nullable()
      .optional(),
  }),
});

export const acceptInvitation = endpoint({
  method: 'POST',
  path: `${path}/accept-invitation`,
  auth: 'origin',
  tag: 'Session',
  summary: 'Makes the account of an invited person and signs in; an invitation works once.',
  body: z.strictObject({ token: inviteToken, name, email, password: givenPassword }),
  response: userAnswer,
  status: 201,
});

const ownProfile = z.object({
  name: z.string(),
  email: z.string(),
  /** Who owns the installation decides how people sign in. */
  isInstallationOwner: z.boolean(),
  workspaces: z.array(z.object({ id, name: z.string(), isCurrent: z.boolean() })),
});
export type OwnProfile = z.output<typeof ownProfile>;

export const readProfile = endpoint({
  method: 'GET',
  path: `${path}/profile`,
  auth: 'session',
  permits: 'member',
  isForSetUp: true,
  tag: 'Session',
  summary: 'The signed-in person and the workspaces that person belongs to.',
  response: ownProfile,
});

export const updateProfile = endpoint({
  method: 'PUT',
  path: `${path}/profile`,
  auth: 'session',
  permits: 'member',
  tag: 'Session',
  summary: "Changes the signed-in person's name or email; another email wants the password.",
  body: z.strictObject({ name, email, currentPassword: z.string().max(128).optional() }),
  response: userAnswer,
});

export const changePassword = endpoint({
  method: 'PUT',
  path: `${path}/password`,
  auth: 'session',
  permits: 'member',
  tag: 'Session',
  summary: "Changes the signed-in person's password and ends every other session.",
  body: z.strictObject({ currentPassword: z.string().max(128), newPassword: password }),
});

const ownSession = z.object({
  id,
  createdAt: timestamp,
  lastUsedAt: timestamp,
  workspaceName: z.string(),
  /** The address that opened it. */
  address: z.string().nullable(),
  /** The browser's user agent. */
  agent: z.string().nullable(),
  isCurrent: z.boolean(),
});
export type OwnSession = z.output<typeof ownSession>;

export const listSessions = endpoint({
  method: 'GET',
  path: `${path}/sessions`,
  auth: 'session',
  permits: 'member',
  tag: 'Session',
  summary: "The signed-in person's open sessions, the latest used first.",
  response: z.array(ownSession),
});

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: `${path}/sessions`,
  auth: 'session',
  permits: 'member',
  tag: 'Session',
  summary: "Ends the signed-in person's sessions but this one.",
});

export const endOwnSession = endpoint({
  method: 'DELETE',
  path: `${path}/sessions/:id`,
  auth: 'session',
  permits: 'member',
  tag: 'Session',
  summary: "Ends one of the signed-in person's sessions.",
  params: idParams,
});

export const switchWorkspace = endpoint({
  method: 'POST',
  path: `${path}/switch-workspace`,
  auth: 'session',
  permits: 'member',
  isForSetUp: true,
  tag: 'Session',
  summary: 'Goes on in another workspace of the signed-in person, in a new session.',
  body: z.strictObject({ workspaceId: id }),
  response: userAnswer,
});

/** The settings of the signed-in person that survive a sign-out. */
export const preferences = z.strictObject({ isDarkMode: z.boolean().optional() });

export const readPreferences = endpoint({
  method: 'GET',
  path: `${path}/preferences`,
  auth: 'session',
  permits: 'member',
  isForSetUp: true,
  tag: 'Session',
  summary: "The signed-in person's display settings.",
  response: preferences,
});

export const savePreferences = endpoint({
  method: 'PUT',
  path: `${path}/preferences`,
  auth: 'session',
  permits: 'member',
  isForSetUp: true,
  tag: 'Session',
  summary: "Keeps the signed-in person's display settings.",
  body: preferences,
  response: preferences,
});
