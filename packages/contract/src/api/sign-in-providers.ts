import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idParams, timestamp } from './id.ts';
import { corePrefix } from './prefixes.ts';

const tag = 'Sign-in';
const path = `${corePrefix}/sign-in-providers`;
const auths = `${corePrefix}/auths`;

const line = (most: number) => z.string().trim().min(1, 'must not be empty').max(most);
const mailDomain = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^(?=.{1,253}$)([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]{2,}$/, 'must be a domain: example.com')
  .meta({ examples: ['example.com'] });
const roleId = line(64);

/** Where people without an account become members. */
const newcomers = z.strictObject({ workspaceId: id, roleId });

const groupRole = z.strictObject({ group: line(200), roleId });

const providerFields = z.strictObject({
  name: line(60),
  issuer: z
    .string()
    .trim()
    .max(500)
    .pipe(z.url({ protocol: /^https?$/, error: 'must be an address: https://accounts.example.com' }))
    .meta({ examples: ['https://accounts.example.com'] }),
  clientId: line(300),
  /** Only people with a confirmed address of these domains; all when empty. */
  allowedDomains: z.array(mailDomain).max(50),
  /** Null: only people who have an account or an invitation. */
  newcomers: newcomers.nullable(),
  /** The claim that lists a person's groups. */
  groupsClaim: line(100).nullable(),
  /** The first group that a person is in decides. */
  groupRoles: z.array(groupRole).max(50),
});

const provider = providerFields.extend({
  id,
  hasSecret: z.boolean(),
  /** Set by the environment of the server: changed there only. */
  isFromEnvironment: z.boolean(),
  /** The redirect address that has to be registered at the provider. */
  redirectUri: z.string(),
  /** Where it says that people have signed out there. */
  signOutUri: z.string(),
});
export type SignInProvider = z.output<typeof provider>;

export const listSignInProviders = endpoint({
  method: 'GET',
  path,
  auth: 'session',
  permits: 'workspace:own',
  tag,
  summary: 'The OpenID Connect providers that people can sign in with; for the owner of the installation.',
  response: z.object({
    providers: z.array(provider),
    /** Nobody signs in with a password or a passkey alone. */
    isPasswordOff: z.boolean(),
    /** The redirect address of a new provider, with “:id” in the place of its id. */
    redirectUriPattern: z.string(),
  }),
});

const secret = z.string().trim().min(1, 'must not be empty').max(1000);

export const createSignInProvider = endpoint({
  method: 'POST',
  path,
  auth: 'session',
  permits: 'workspace:own',
  proof: 'always',
  tag,
  summary: 'Adds an OpenID Connect provider, once its configuration has been read.',
  body: providerFields.extend({
    clientSecret: secret.optional(),
    /** Chosen before, because the provider asks for the address that has it. */
    id: z.uuid().optional(),
  }),
  response: provider,
  status: 201,
});

export const updateSignInProvider = endpoint({
  method: 'PUT',
  path: `${path}/:id`,
  auth: 'session',
  permits: 'workspace:own',
  proof: 'always',
  tag,
  summary:
    'Changes an OpenID Connect provider; the secret stays when none is sent, unless the issuer changes.',
  params: idParams,
  body: providerFields.extend({ clientSecret: secret.optional() }),
  response: provider,
});

export const deleteSignInProvider = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  auth: 'session',
  permits: 'workspace:own',
  proof: 'always',
  tag,
  summary: 'Removes an OpenID Connect provider; refused for the last one while passwords are off.',
  params: idParams,
});

export const saveSignInPolicy = endpoint({
  method: 'PUT',
  path: `${corePrefix}/sign-in-policy`,
  auth: 'session',
  permits: 'workspace:own',
  proof: 'always',
  tag,
  summary: 'Decides whether people may sign in without a provider.',
  body: z.strictObject({ isPasswordOff: z.boolean() }),
  response: z.object({ isPasswordOff: z.boolean() }),
});

const inviteToken = z.string().regex(/^[A-Za-z0-9_-]{20,100}$/, 'is not an invitation');
const address = z.object({ url: z.string() });

/** The browser is then to open the address; a cookie binds what comes back to it. */
export const beginProviderSignIn = endpoint({
  method: 'POST',
  path: `${auths}/providers/:id/sign-in`,
  auth: 'origin',
  tag: 'Session',
  summary: 'Begins a sign-in at an OpenID Connect provider; answers the address to open.',
  params: idParams,
  body: z.strictObject({ invite: inviteToken.optional() }),
  response: address,
});

/** As OpenID Connect Back-Channel Logout 1.0 has it: a form, and no JSON about what was wrong with it. */
export const providerSignOut = endpoint({
  method: 'POST',
  path: `${auths}/providers/:id/backchannel-logout`,
  auth: 'token',
  tag: 'Session',
  summary:
    'Where an OpenID Connect provider says that a person has signed out there: the sessions that it opened end.',
  params: idParams,
  body: z.object({ logout_token: z.string().max(20_000) }),
});

export const linkProvider = endpoint({
  method: 'POST',
  path: `${auths}/providers/:id/link`,
  auth: 'session',
  permits: 'member',
  proof: 'always',
  tag: 'Session',
  summary: 'Begins to connect the signed-in person’s account at a provider; answers the address to open.',
  params: idParams,
  response: address,
});

export const proveByProvider = endpoint({
  method: 'POST',
  path: `${auths}/providers/:id/proof`,
  auth: 'session',
  permits: 'member',
  isForSetUp: true,
  tag: 'Session',
  summary: 'Begins a proof of identity at a provider, which has to ask again; answers the address to open.',
  params: idParams,
  response: address,
});

export const unlinkProvider = endpoint({
  method: 'DELETE',
  path: `${auths}/identities/:id`,
  auth: 'session',
  permits: 'member',
  proof: 'always',
  tag: 'Session',
  summary: 'Disconnects an account at a provider; refused where nothing else opens the account.',
  params: idParams,
});

/** Bound to the browser that began by a cookie of its own. */
export const finishProviderSignIn = endpoint({
  method: 'GET',
  path: `${auths}/providers/:id/callback`,
  auth: 'token',
  tag: 'Session',
  summary: 'Where a provider leads back to.',
  status: 303,
  params: idParams,
  media: 'text/html',
});

/** An account at a provider that opens the person's account here. */
export const ownIdentity = z.object({
  id,
  providerName: z.string(),
  email: z.string(),
  createdAt: timestamp,
  lastUsedAt: timestamp,
});

/** The parameter of the start page by which the return from a provider reports. */
export const providerOutcomeParameter = 'sign-in';

/** How a sign-in at a provider went, as the start page or the opener of a pop-up reads it. */
const providerOutcomes = [
  'done',
  'code',
  'linked',
  'proved',
  'expired',
  'refused',
  'unverified',
  'domain',
  'unknown',
  'present',
  'taken',
  'failed',
] as const;
export type ProviderOutcome = (typeof providerOutcomes)[number];

/** The channel by which the return page of a pop-up reports to the page that opened it. */
export const providerChannel = 'tendril-sign-in';
export const providerMessage = z.object({ outcome: z.enum(providerOutcomes) });
