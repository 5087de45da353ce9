import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { idParams } from './id.ts';
import { corePrefix } from './prefixes.ts';

const tag = 'Telephony';
/** Under it is what carriers call. */
export const telephonyPath = `${corePrefix}/telephony`;
const path = telephonyPath;
/** More than any carrier sends. */
const bodyLimit = 64 * 1024;
/** The line or the leg that news are about, and the process that has it. */
const about = z.object({
  line: z.string().max(400).optional(),
  leg: z.string().max(64).optional(),
  at: z.string().max(64).optional(),
});

/** The address that stands as voice URL at a number of Twilio; `id` is the phone number's. */
export const answerTwilioCall = endpoint({
  method: 'POST',
  path: `${path}/twilio/:id/voice`,
  auth: 'webhook',
  tag,
  summary: 'Twilio asks what to do with a call that arrives; checked by its signature.',
  params: idParams,
  bodyLimit,
  media: 'text/xml',
});

export const noteTwilioNews = endpoint({
  method: 'POST',
  path: `${path}/twilio/:id/news`,
  auth: 'webhook',
  tag,
  summary: 'Twilio reports where a call stands, or what has answered it; checked by its signature.',
  params: idParams,
  query: about,
  bodyLimit,
});

/** Opened by Twilio as a WebSocket; the token is a parameter of its first message. */
export const openTwilioMedia = endpoint({
  method: 'GET',
  path: `${path}/twilio/media`,
  auth: 'token',
  tag,
  summary:
    'The sound of a call at Twilio, as a WebSocket; its first message carries a token that works once.',
});

/** The address that stands as webhook at the connection of a number at Telnyx; `id` is the phone number's. */
export const noteTelnyxEvent = endpoint({
  method: 'POST',
  path: `${path}/telnyx/:id/events`,
  auth: 'webhook',
  tag,
  summary: 'Telnyx reports a call that arrives, and what happens to calls; checked by its signature.',
  params: idParams,
  query: about,
  bodyLimit,
});

export const openTelnyxMedia = endpoint({
  method: 'GET',
  path: `${path}/telnyx/media`,
  auth: 'token',
  tag,
  summary: 'The sound of a call at Telnyx, as a WebSocket; its token works once.',
  query: z.object({ token: z.string().max(200) }),
});
