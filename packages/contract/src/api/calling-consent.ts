import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { hubPrefix } from './hub.ts';
import { timestamp } from './id.ts';

const tag = 'Batch calls';
const path = `${hubPrefix}/calling-consent`;

const consentBases = ['opt_in', 'customers', 'other'] as const;

const consentFields = {
  /** They asked to be called, they are customers who agreed, or what the note says. */
  basis: z.enum(consentBases),
  /** Where it is written down. */
  note: z.string().trim().max(2000, 'must have at most 2000 characters'),
  /** Whether programs with an API key may begin batch calls, which confirm nothing themselves. */
  coversPrograms: z.boolean(),
};

const consent = z.object({ ...consentFields, updatedAt: timestamp });
export type CallingConsent = z.output<typeof consent>;

export const readCallingConsent = endpoint({
  method: 'GET',
  path,
  auth: 'session',
  permits: 'calls:listen',
  tag,
  summary:
    'How the workspace has the consent of the people that it calls by list; null while nobody has said it.',
  response: z.object({ data: consent.nullable() }),
});

export const changeCallingConsent = endpoint({
  method: 'PUT',
  path,
  auth: 'session',
  permits: ['calls:dial', 'phone-numbers:edit'],
  tag,
  summary:
    'States how the workspace has the consent of the people that it calls by list; batch calls need it.',
  body: z
    .strictObject({ ...consentFields, coversPrograms: consentFields.coversPrograms.default(false) })
    .refine(({ basis, note }) => basis !== 'other' || note !== '', {
      path: ['note'],
      error: 'has to say what the consent is',
    })
    .meta({
      examples: [{ basis: 'opt_in', note: 'Box on the order form since 2025', coversPrograms: false }],
    }),
  response: z.object({ data: consent }),
});
