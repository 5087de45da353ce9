import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { id, timestamp } from './id.ts';
import { corePrefix } from './prefixes.ts';

const tag = 'Data';
const path = `${corePrefix}/workspace/erasures`;
const permits = ['conversations:delete', 'calls:delete'] as const;

/** What may be stored of a person. */
export const erasureKinds = [
  'messages',
  'feedback',
  'runs',
  'events',
  'starts',
  'files',
  'passages',
  'leads',
  'calls',
  'recordings',
  'contacts',
  'notes',
] as const;
export type ErasureKind = (typeof erasureKinds)[number];

/** By what a person is known. */
export const erasureSubjects = ['chatId', 'sessionId', 'email', 'phone'] as const;
const by = z.enum(erasureSubjects);
export type ErasureBy = z.output<typeof by>;

const body = z.strictObject({ by, value: z.string().trim().min(1).max(254) });

const counts = z.record(z.enum(erasureKinds), z.number().int());

const erasure = z.object({
  id,
  by,
  /** Keyed: the same value has the same one, and the value cannot be found from it. */
  subjectHash: z.string(),
  requestedBy: z.string(),
  createdAt: timestamp,
  endedAt: timestamp.nullable(),
  state: z.enum(['running', 'done', 'failed']),
  counts,
  /** SHA-256 of the receipt, as in the audit log; null before the end. */
  hash: z.string().nullable(),
});
export type Erasure = z.output<typeof erasure>;

export const previewErasure = endpoint({
  method: 'POST',
  path: `${path}/preview`,
  isRead: true,
  auth: 'session',
  permits,
  tag,
  summary: 'Counts what is stored of a person.',
  body,
  response: z.object({
    counts,
    /** Under a legal hold nothing is erased. */
    isHeld: z.boolean(),
  }),
});

export const eraseData = endpoint({
  method: 'POST',
  path,
  auth: 'session',
  permits,
  // What is erased never comes back.
  proof: 'always',
  tag,
  summary: 'Erases what is stored of a person, as a job; the receipt stays.',
  status: 202,
  body,
  response: erasure,
});

export const listErasures = endpoint({
  method: 'GET',
  path,
  auth: 'session',
  permits,
  tag,
  summary: 'Receipts of what was erased, the latest first; 100 at most.',
  response: z.array(erasure),
});
