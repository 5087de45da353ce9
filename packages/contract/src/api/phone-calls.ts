import * as z from 'zod';
import { e164Pattern } from '../voice/phone-number.ts';
import { dynamicVariables } from '../voice/voice-agent.ts';
import { call } from './calls.ts';
import { endpoint } from './endpoint.ts';
import { hubPrefix } from './hub.ts';
import { id, idParams } from './id.ts';
import { phoneNumbersPath } from './phone-numbers.ts';

const number = z
  .string()
  .trim()
  .regex(e164Pattern, 'must be in E.164 form: +, country code and number, digits only')
  .meta({ examples: ['+12025550123'] });

/** Places a call from a number of the workspace; it rings when this answers. */
export const createPhoneCall = endpoint({
  method: 'POST',
  path: `${hubPrefix}/calls/phone`,
  auth: 'sessionOrKey',
  permits: 'calls:dial',
  tag: 'Calls',
  summary: 'Calls a telephone number from a number of the workspace; answers once the carrier dials.',
  body: z.strictObject({
    /** A number of the workspace. */
    fromNumber: number,
    toNumber: number.meta({ examples: ['+12025550188'] }),
    /** The agent that speaks; absent: the outbound agent of the number. */
    agentId: id.optional(),
    version: z.union([z.literal('draft'), z.literal('live'), id]).optional(),
    variables: dynamicVariables.default({}),
    metadata: z.record(z.string().max(100), z.unknown()).default({}),
    /** Further SIP headers, on trunks. */
    headers: z
      .record(z.string().regex(/^X-[A-Za-z0-9-]{1,60}$/, 'must begin with X-'), z.string().max(500))
      .default({}),
  }),
  response: z.object({ data: call }),
  status: 201,
});

/** Sets the address at the carrier, whose key the number names. */
export const connectPhoneNumber = endpoint({
  method: 'POST',
  path: `${phoneNumbersPath}/:id/carrier-webhook`,
  auth: 'session',
  permits: 'phone-numbers:edit',
  tag: 'Phone numbers',
  summary: 'Lets the carrier of a number ask this server about its calls; answers the address that was set.',
  params: idParams,
  response: z.object({ url: z.string() }),
});
