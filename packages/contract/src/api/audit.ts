import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { id, timestamp } from './id.ts';
import { corePrefix } from './prefixes.ts';

const tag = 'Audit';
const path = `${corePrefix}/workspace/audit`;

const auditActor = z.object({
  kind: z.enum(['user', 'key', 'system']),
  id: id.nullable(),
  /** Null when the name is no longer known. */
  name: z.string().nullable(),
});

/** What an entry can lead to. */
const auditTargetKind = z.enum([
  'flow',
  'pipeline',
  'tool',
  'secret',
  'variable',
  'store',
  'assistant',
  'voiceAgent',
]);
export type AuditTargetKind = z.output<typeof auditTargetKind>;

const auditEntry = z.object({
  seq: z.number().int(),
  at: timestamp,
  actor: auditActor,
  /** A noun and a verb of ours ("flow-published"), or the changed route's own summary. */
  action: z.string(),
  /** What was done, in plain words: stands between the actor and the target. */
  verb: z.string(),
  /** The tag of the route. */
  area: z.string().nullable(),
  target: z.string().nullable(),
  targetName: z.string().nullable(),
  /** The type of the target, while it exists and can be opened. */
  targetKind: auditTargetKind.nullable(),
  address: z.string().nullable(),
});
export type AuditEntry = z.output<typeof auditEntry>;

const filter = {
  /** As in an entry: `user:<id>`, `key:<id>` or `system`. */
  actor: z.string().max(80).optional(),
  area: z.string().max(80).optional(),
  /** Words of the verb, the target, its name or the address. */
  search: z.string().max(200).optional(),
  from: z.coerce.number().int().nonnegative().optional(),
  to: z.coerce.number().int().nonnegative().optional(),
};

export const listAudit = endpoint({
  method: 'GET',
  path,
  auth: 'session',
  permits: 'audit:read',
  tag,
  summary: 'What was changed in the workspace, by whom, when and from where; the newest first.',
  query: z.strictObject({
    ...filter,
    /** Entries before this `seq`. */
    before: z.coerce.number().int().positive().optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  response: z.object({
    data: z.array(auditEntry),
    /** For `before` of the next page; null at the end. */
    next: z.number().int().nullable(),
    /** The available filters. */
    areas: z.array(z.string()),
    actors: z.array(z.object({ value: z.string(), name: z.string().nullable() })),
  }),
});

export const exportAudit = endpoint({
  method: 'GET',
  path: `${path}/export`,
  auth: 'session',
  permits: 'audit:read',
  proof: 'ifRequired',
  tag,
  summary: 'The same as a CSV file, with every entry.',
  query: z.strictObject(filter),
  media: 'text/csv',
});
