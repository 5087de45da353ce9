import * as z from 'zod';
import { e164Pattern } from '../voice/phone-number.ts';
import { endpoint } from './endpoint.ts';
import { hubPrefix } from './hub.ts';
import { id, timestamp } from './id.ts';

const tag = 'Do not call';
const auth = 'sessionOrKey';
const path = `${hubPrefix}/do-not-call`;
const megabyte = 1024 * 1024;

/** Numbers that one file can add. */
export const mostImportedNumbers = 50_000;

const number = z
  .string()
  .trim()
  .regex(e164Pattern, 'must be in E.164 form: +, country code and number, digits only')
  .meta({ examples: ['+12025550190'] });

const doNotCallEntry = z.object({
  phoneNumber: z.string(),
  /** `requested`: the person said so in a call. */
  reason: z.enum(['requested', 'manual', 'imported']),
  note: z.string(),
  /** The call in which it was said; null where there was none. */
  callId: z.string().nullable(),
  createdAt: timestamp,
});
export type DoNotCallEntry = z.output<typeof doNotCallEntry>;

export const listDoNotCall = endpoint({
  method: 'GET',
  path,
  auth,
  permits: 'calls:listen',
  tag,
  summary: 'Numbers that no call of the workspace is placed to, the latest first.',
  query: z.object({
    /** Part of the number or of the note. */
    search: z.string().max(200).optional(),
    limit: z.coerce.number().int().min(1).max(500).default(50),
    /** Goes on behind the last entry of a page. */
    before: z.coerce.number().int().optional(),
    beforeNumber: z.string().max(20).optional(),
  }),
  response: z.object({
    data: z.array(doNotCallEntry),
    hasMore: z.boolean(),
    /** Of the whole list, whatever is searched for. */
    total: z.number().int(),
  }),
});

export const addDoNotCall = endpoint({
  method: 'POST',
  path,
  auth,
  permits: 'calls:intervene',
  tag,
  summary: 'Adds a number that no call is placed to any more; one that is there already stays as it is.',
  body: z.strictObject({
    phoneNumber: number,
    note: z.string().trim().max(500, 'must have at most 500 characters').default(''),
    /** The call in which the person asked for it. */
    callId: id.optional(),
  }),
  response: z.object({ data: doNotCallEntry }),
  status: 201,
});

/** A POST, since numbers begin with a plus. */
export const removeDoNotCall = endpoint({
  method: 'POST',
  path: `${path}/remove`,
  auth,
  permits: 'calls:dial',
  tag,
  summary: 'Takes numbers off the list, so that they can be called again.',
  body: z.strictObject({ phoneNumbers: z.array(number).min(1, 'must name a number').max(500) }),
  response: z.object({ removed: z.number().int() }),
});

export const importDoNotCall = endpoint({
  method: 'POST',
  path: `${path}/import`,
  auth,
  permits: 'calls:intervene',
  tag,
  summary:
    'Adds the numbers of a CSV file with a column of phone numbers and, if it likes, one of notes. All of them, or none.',
  bodyLimit: 20 * megabyte,
  body: z
    .strictObject({ csv: z.string().min(1, 'must not be empty') })
    .meta({ examples: [{ csv: 'phone number,note\n+12025550190,asked us\n' }] }),
  response: z.object({ added: z.number().int(), present: z.number().int() }),
});

export const exportDoNotCall = endpoint({
  method: 'GET',
  path: `${path}/export`,
  auth,
  permits: 'calls:listen',
  proof: 'ifRequired',
  tag,
  summary: 'The whole list as CSV, streamed.',
  media: 'text/csv',
});
