import * as z from 'zod';
import { isTimeZone, openHours } from '../voice/open-hours.ts';
import { e164Pattern } from '../voice/phone-number.ts';
import { dynamicVariables } from '../voice/voice-agent.ts';
import { endpoint } from './endpoint.ts';
import { hubPrefix } from './hub.ts';
import { id, idParams, timestamp } from './id.ts';

const tag = 'Batch calls';
const auth = 'sessionOrKey';
const path = `${hubPrefix}/batch-calls`;
const megabyte = 1024 * 1024;
const fileLimit = 20 * megabyte;

/** Contacts of one batch, columns of its file, and characters of one value. */
export const mostContacts = 10_000;
export const mostContactColumns = 50;
export const mostValueLength = 2000;
const dayMs = 86_400_000;

const batchCallStates = ['scheduled', 'running', 'paused', 'stopped', 'done'] as const;
export type BatchCallState = (typeof batchCallStates)[number];

/** What may become of a try. */
const retriedOutcomes = ['no_answer', 'busy', 'voicemail', 'failed'] as const;
const contactOutcomes = ['answered', ...retriedOutcomes] as const;
export type BatchContactOutcome = (typeof contactOutcomes)[number];

/** `pending` waits for its first or its next try. */
export const contactStates = ['pending', 'calling', ...contactOutcomes, 'do_not_call', 'canceled'] as const;
export type BatchContactState = (typeof contactStates)[number];

const number = z
  .string()
  .trim()
  .regex(e164Pattern, 'must be in E.164 form: +, country code and number, digits only')
  .meta({ examples: ['+12025550123'] });
const timezone = z
  .string()
  .refine(isTimeZone, 'must be a time zone such as Europe/Berlin')
  .meta({ examples: ['America/New_York'] });

const retries = z.strictObject({
  /** Further tries after the first one. */
  most: z.number().int().min(0, 'must be 0 to 10').max(10, 'must be 0 to 10').default(0),
  afterMs: z
    .number()
    .int()
    .min(60_000, 'must be one minute or more')
    .max(7 * dayMs, 'must be a week or less')
    .default(3_600_000),
  outcomes: z.array(z.enum(retriedOutcomes)).max(4).default(['no_answer', 'busy']),
});

const callWindows = z
  .array(openHours.shape.rows.element)
  .max(20, 'must have at most 20 rows')
  .meta({ examples: [[{ days: ['mon', 'tue'], from: '09:00', to: '17:00' }]] });

const batchSettings = {
  timezone: timezone.default('UTC'),
  /** When calls may be placed, by the clock of each contact’s time zone; none: at any time. */
  windows: callWindows.default([]),
  retries: retries.prefault({}),
  /** Calls of the batch at a time; 0: as many as the workspace may have. */
  concurrency: z.number().int().min(0, 'must be 0 to 1000').max(1000, 'must be 0 to 1000').default(5),
  /** Calls of the workspace’s limit that are left for others. */
  reserved: z.number().int().min(0, 'must be 0 to 1000').max(1000, 'must be 0 to 1000').default(0),
};
export const batchCallSettings = z.object(batchSettings);
export type BatchCallSettings = z.output<typeof batchCallSettings>;

const counts = z.record(z.enum(contactStates), z.number().int());

const batchCall = z.object({
  id,
  name: z.string(),
  state: z.enum(batchCallStates),
  /** Why the server has paused it; null where a person did. */
  pauseReason: z.string().nullable(),
  fromNumber: z.string(),
  /** Null: the outbound agent of the number. */
  agentId: id.nullable(),
  version: z.string(),
  ...batchCallSettings.shape,
  scheduledAt: timestamp,
  createdAt: timestamp,
  endedAt: timestamp.nullable(),
  /** Contacts by state. */
  counts,
  total: z.number().int(),
});
export type BatchCall = z.output<typeof batchCall>;
const batchAnswer = z.object({ data: batchCall });

const batchContact = z.object({
  id,
  position: z.number().int(),
  phoneNumber: z.string(),
  timezone: z.string(),
  state: z.enum(contactStates),
  outcome: z.enum(contactOutcomes).nullable(),
  error: z.string().nullable(),
  attempts: z.number().int(),
  nextAt: timestamp,
  /** Its calls, the first one first. */
  callIds: z.array(z.string()),
  variables: z.record(z.string(), z.string()),
});
export type BatchContact = z.output<typeof batchContact>;

/** The columns of a file and what is in them. */
const contactFile = {
  csv: z
    .string()
    .min(1, 'must not be empty')
    .meta({ examples: ['phone number,name\n+12025550188,Ann\n'] }),
  /** The column of phone numbers; absent: the one that is called so. */
  phoneColumn: z.string().max(200).optional(),
};

const fileProblem = z.object({
  /** As a spreadsheet counts. */
  line: z.number().int(),
  column: z.string(),
  message: z.string(),
});
export type ContactFileProblem = z.output<typeof fileProblem>;

const filePreview = z.object({
  columns: z.array(z.string()),
  phoneColumn: z.string(),
  /** Null: there is none. */
  timezoneColumn: z.string().nullable(),
  rows: z.number().int(),
  /** That would be called. */
  contacts: z.number().int(),
  /** Rows whose number an earlier row has; they are left out. */
  duplicates: z.number().int(),
  /** Numbers of the do-not-call list; they are not called. */
  doNotCall: z.number().int(),
  /** Rows with a problem. */
  faulty: z.number().int(),
  /** The first of them. */
  problems: z.array(fileProblem),
  /** The first contacts. */
  sample: z.array(
    z.object({
      line: z.number().int(),
      phoneNumber: z.string(),
      timezone: z.string(),
      variables: dynamicVariables,
    }),
  ),
});
export type ContactFilePreview = z.output<typeof filePreview>;

export const previewContactFile = endpoint({
  method: 'POST',
  path: `${path}/preview`,
  auth,
  permits: 'calls:dial',
  isRead: true,
  tag,
  summary:
    'Reads a CSV file of contacts without calling anybody: columns, problems by line and column, duplicates.',
  bodyLimit: fileLimit,
  body: z.strictObject({
    ...contactFile,
    timezone: timezone.default('UTC'),
    /** The number that would call: where it may not call, is a problem of the row. */
    fromNumber: number.optional(),
  }),
  response: filePreview,
});

const contact = z.strictObject({
  phoneNumber: number.meta({ examples: ['+12025550188'] }),
  timezone: timezone.optional(),
  variables: dynamicVariables.default({}),
  metadata: z.record(z.string().max(100), z.unknown()).default({}),
});

export const createBatchCall = endpoint({
  method: 'POST',
  path,
  auth,
  permits: 'calls:dial',
  tag,
  summary:
    'Calls the people of a list, out of a CSV file or as they are sent, when and as often as its settings say.',
  bodyLimit: fileLimit,
  body: z
    .strictObject({
      name: z.string().trim().min(1, 'must not be empty').max(200, 'must have at most 200 characters'),
      /** A number of the workspace. */
      fromNumber: number,
      /** The agent that speaks; absent: the outbound agent of the number. */
      agentId: id.optional(),
      version: z.union([z.literal('draft'), z.literal('live'), id]).optional(),
      /** Absent: at once. */
      scheduledAt: timestamp.optional(),
      csv: contactFile.csv.optional(),
      phoneColumn: contactFile.phoneColumn,
      /** Leaves out the rows of the file that have a problem; otherwise they are refused by line. */
      skipsFaulty: z.boolean().default(false),
      contacts: z.array(contact).max(mostContacts, `must have at most ${mostContacts} contacts`).optional(),
      ...batchSettings,
      /** That everybody in the list has agreed to be called. */
      hasConsent: z.literal(true, 'confirm that these people have agreed to be called'),
    })
    .refine(({ csv, contacts }) => (csv === undefined) !== (contacts === undefined), {
      path: ['csv'],
      error: 'send either csv or contacts',
    })
    .meta({
      examples: [
        {
          name: 'Spring',
          fromNumber: '+15125550199',
          contacts: [{ phoneNumber: '+12025550187', variables: { name: 'Ann' } }],
          timezone: 'America/New_York',
          hasConsent: true,
        },
      ],
    }),
  response: batchAnswer,
  status: 201,
});

export const listBatchCalls = endpoint({
  method: 'GET',
  path,
  auth,
  permits: 'calls:listen',
  tag,
  summary: 'Batch calls of the workspace, the latest first.',
  query: z.object({
    limit: z.coerce.number().int().min(1).max(200).default(50),
    /** Goes on behind the last one of a page. */
    before: z.coerce.number().int().optional(),
    beforeId: z.string().max(64).optional(),
  }),
  response: z.object({ data: z.array(batchCall), hasMore: z.boolean() }),
});

export const readBatchCall = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  auth,
  permits: 'calls:listen',
  tag,
  summary: 'A batch call with its progress.',
  params: idParams,
  response: batchAnswer,
});

export const listBatchContacts = endpoint({
  method: 'GET',
  path: `${path}/:id/contacts`,
  auth,
  permits: 'calls:listen',
  tag,
  summary: 'The contacts of a batch call in the order of their list.',
  params: idParams,
  query: z.object({
    state: z.enum(contactStates).optional(),
    /** Part of the number. */
    search: z.string().max(30).optional(),
    limit: z.coerce.number().int().min(1).max(500).default(50),
    /** Goes on behind this position. */
    after: z.coerce.number().int().optional(),
  }),
  response: z.object({ data: z.array(batchContact), hasMore: z.boolean() }),
});

export const exportBatchContacts = endpoint({
  method: 'GET',
  path: `${path}/:id/contacts/export`,
  auth,
  permits: 'calls:listen',
  proof: 'ifRequired',
  tag,
  summary: 'The contacts of a batch call with what became of them, as CSV.',
  params: idParams,
  media: 'text/csv',
});

const change = (verb: string, summary: string) => ({
  method: 'POST' as const,
  path: `${path}/:id/${verb}`,
  auth: 'sessionOrKey' as const,
  permits: 'calls:dial' as const,
  tag,
  summary,
  params: idParams,
  response: batchAnswer,
});

export const pauseBatchCall = endpoint(
  change('pause', 'Places no further calls until the batch is resumed; calls in progress go on.'),
);
export const resumeBatchCall = endpoint(change('resume', 'Lets a paused batch call go on.'));
export const stopBatchCall = endpoint({
  ...change('stop', 'Ends a batch call for good: those who have not been called yet are not called.'),
  body: z.strictObject({
    /** Ends the calls in progress, too. */
    endsCalls: z.boolean().default(false),
  }),
});

export const deleteBatchCall = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  auth,
  permits: 'calls:delete',
  tag,
  summary: 'Deletes a batch call that is over, with its contacts; its calls stay.',
  params: idParams,
});
