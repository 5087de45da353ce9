import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { id, timestamp } from './id.ts';
import { corePrefix } from './prefixes.ts';

const tag = 'Data';
const path = `${corePrefix}/workspace/retention`;

/** What a workspace keeps for a time of its own; the audit log is kept for ever. */
export const retentionKinds = [
  'events',
  'runs',
  'messages',
  'calls',
  'batches',
  'starts',
  'deliveries',
] as const;
export type RetentionKind = (typeof retentionKinds)[number];

const retentionState = z.object({
  kind: z.enum(retentionKinds),
  /** Days for which it is kept; 0 for ever. */
  days: z.number().int(),
  /** What the workspace has set for itself. */
  own: z.number().int().nullable(),
  /** The server's setting, which no workspace exceeds; 0 for ever. */
  most: z.number().int(),
  /** How many the last purge deleted. */
  removed: z.number().int(),
});
export type RetentionState = z.output<typeof retentionState>;

const keptKind = z.enum(['run', 'call']);

const keptRecord = z.object({ kind: keptKind, id, name: z.string(), createdAt: timestamp });

const answer = z.object({
  data: z.array(retentionState),
  /** Nothing is deleted by age, and nobody's data is erased. */
  isHeld: z.boolean(),
  nextPurgeAt: timestamp.nullable(),
  purgedAt: timestamp.nullable(),
  /** Runs and calls that are kept whatever their age, the latest first; 100 at most. */
  kept: z.array(keptRecord),
  /** Whether the caller may change it. */
  mayChange: z.boolean(),
});
export type RetentionAnswer = z.output<typeof answer>;

export const readRetention = endpoint({
  method: 'GET',
  path,
  auth: 'session',
  permits: 'limits:read',
  tag,
  summary: 'How long the workspace keeps its data, and what the last purge deleted.',
  response: answer,
});

const days = z.number().int().min(1).max(36_500).nullable().optional();

export const changeRetention = endpoint({
  method: 'PUT',
  path,
  auth: 'session',
  permits: 'limits:edit',
  proof: 'ifRequired',
  tag,
  summary: "Sets how many days each kind of data is kept; null goes back to the server's setting.",
  body: z.strictObject({
    days: z
      .strictObject({
        events: days,
        runs: days,
        messages: days,
        calls: days,
        batches: days,
        starts: days,
        deliveries: days,
      } satisfies Record<RetentionKind, z.ZodType>)
      .optional(),
    isHeld: z.boolean().optional(),
  }),
  response: answer,
});

export const keepRecord = endpoint({
  method: 'PUT',
  path: `${path}/kept`,
  auth: 'session',
  permits: 'limits:edit',
  proof: 'ifRequired',
  tag,
  summary: 'Keeps a run or call whatever its age, under a name; null releases it.',
  body: z.strictObject({ kind: keptKind, id, name: z.string().trim().min(1).max(200).nullable() }),
  response: answer,
});
