import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { corePrefix } from './prefixes.ts';

/** What the browser may know of the signed-in person (AUTH-02). */
export const storedUser = z.object({ name: z.string(), email: z.string() });
export type StoredUser = z.output<typeof storedUser>;

const email = z.string().trim().toLowerCase().max(254).pipe(z.email('must be an e-mail address'));
const password = z
  .string()
  .min(8, 'must have at least 8 characters')
  .max(128, 'must have at most 128 characters');

export const userAnswer = z.object({ data: storedUser });
const path = `${corePrefix}/auths`;

export const registerOwner = endpoint({
  method: 'POST',
  path: `${path}/register`,
  auth: 'origin',
  tag: 'Session',
  summary: 'Makes the first owner; refused with 403 once one exists.',
  body: z.strictObject({ name: z.string().trim().min(1, 'must not be empty').max(80), email, password }),
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
  summary: 'Ends this session.',
  body: z.strictObject({}).optional(),
});

/** Tells the start page whether to show the owner form or the sign-in form. */
export const authStatus = endpoint({
  method: 'GET',
  path: `${path}/status`,
  auth: 'public',
  tag: 'Session',
  summary: 'Whether an owner exists yet.',
  response: z.object({ hasOwner: z.boolean() }),
});

/** The settings of the signed-in person that survive a sign-out (SP-10). */
export const preferences = z.strictObject({ isDarkMode: z.boolean().optional() });

export const readPreferences = endpoint({
  method: 'GET',
  path: `${path}/preferences`,
  auth: 'session',
  tag: 'Session',
  summary: "The signed-in person's display settings.",
  response: preferences,
});

export const savePreferences = endpoint({
  method: 'PUT',
  path: `${path}/preferences`,
  auth: 'session',
  tag: 'Session',
  summary: "Keeps the signed-in person's display settings.",
  body: preferences,
  response: preferences,
});
