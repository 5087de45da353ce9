import * as z from 'zod';
import { credential } from './credentials.ts';
import { endpoint } from './endpoint.ts';
import { id, idParams } from './id.ts';
import { studioPrefix } from './prefixes.ts';

const tag = 'Secrets';

/** Prefix of the routes of a sign-in at a vendor. */
export const oauth2Path = `${studioPrefix}/oauth2-credential`;

/** Where the vendor redirects to. */
export const oauth2CallbackPath = `${oauth2Path}/callback`;

/** Target name of the pop-up, and `type` of the message by which the vendor's return page reports the result. */
export const oauth2Channel = 'tendril-oauth2';

/** The message from that page to its opener. */
export const oauth2Message = z.object({
  type: z.literal(oauth2Channel),
  /** Null where the sign-in belongs to no known credential. */
  credentialId: id.nullable(),
  isConnected: z.boolean(),
  message: z.string(),
});
export type OAuth2Message = z.output<typeof oauth2Message>;

export const authorizeCredential = endpoint({
  method: 'POST',
  path: `${oauth2Path}/authorize/:id`,
  auth: 'session',
  permits: 'credentials:edit',
  proof: 'ifRequired',
  tag,
  summary: "Begins a sign-in at a secret's vendor; answers the address to open.",
  params: idParams,
  response: z.object({ success: z.literal(true), authorizationUrl: z.string(), redirectUri: z.string() }),
});

/** Bound to the browser and the session that began by a cookie of its own: the session's may have expired meanwhile. */
export const finishAuthorization = endpoint({
  method: 'GET',
  path: oauth2CallbackPath,
  auth: 'public',
  tag,
  summary: 'The page a vendor leads back to after the sign-in.',
  media: 'text/html',
});

export const refreshCredential = endpoint({
  method: 'POST',
  path: `${oauth2Path}/refresh/:id`,
  auth: 'session',
  permits: 'credentials:edit',
  proof: 'ifRequired',
  tag,
  summary: 'Gets a new access token for a secret; the answer holds no token.',
  params: idParams,
  response: z.object({ success: z.literal(true), credential }),
});
