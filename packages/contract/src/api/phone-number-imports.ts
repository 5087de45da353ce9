import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './id.ts';
import { numberFacts } from './phone-number-checks.ts';
import { assistantPhoneNumber, phoneNumbersPath } from './phone-numbers.ts';

const tag = 'Phone numbers';
const auth = 'session';

/** Kinds of credentials that open a carrier's account, and the provider of their numbers. */
export const carrierKinds = { twilio: 'twilioApi', telnyx: 'telnyxApi' } as const;
export type Carrier = keyof typeof carrierKinds;

const carrierNumber = numberFacts.extend({
  phoneNumber: z.string(),
  /** The carrier's own name for it. */
  carrierNumberId: z.string(),
  nickname: z.string(),
  /** Whether it supports voice at all. */
  hasVoice: z.boolean(),
  /** It is in this workspace already. */
  isPresent: z.boolean(),
});
export type CarrierNumber = z.output<typeof carrierNumber>;

export const listCarrierNumbers = endpoint({
  method: 'GET',
  path: `${phoneNumbersPath}/carrier-numbers`,
  auth,
  permits: 'phone-numbers:edit',
  tag,
  summary: 'Numbers of the account at Twilio or Telnyx that a secret opens.',
  query: z.object({ credentialId: id }),
  response: z.object({
    carrier: z.enum(['twilio', 'telnyx']),
    data: z.array(carrierNumber),
    /** The account holds more numbers than were read. */
    isCut: z.boolean(),
  }),
});

export const importPhoneNumbers = endpoint({
  method: 'POST',
  path: `${phoneNumbersPath}/imports`,
  auth,
  permits: 'phone-numbers:edit',
  tag,
  summary:
    'Adds numbers of a carrier account; those that are there already, or not in the account, are named.',
  body: z.strictObject({
    credentialId: id,
    phoneNumbers: z.array(z.string().max(20)).min(1, 'must name a number').max(500),
  }),
  response: z.object({
    data: z.array(assistantPhoneNumber),
    skipped: z.array(z.object({ phoneNumber: z.string(), reason: z.enum(['present', 'not-in-account']) })),
  }),
  status: 201,
});
