import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { id, timestamp } from './id.ts';
import { job } from './jobs.ts';
import { studioPrefix } from './prefixes.ts';

const amount = z.number().nonnegative();

/** Everything that there are alerts about. */
export const alertKinds = [
  'database',
  'bucket',
  'disk',
  'writes',
  'process',
  'versions',
  'jobs',
  'retention',
] as const;
export type AlertKind = (typeof alertKinds)[number];

/** What somebody should look at; the screen has the words. */
const alert = z.object({
  kind: z.enum(alertKinds),
  /** The process that it is about; null for what all of them share. */
  process: z.string().nullable(),
  /** Since when it is so; null where that is not known. */
  since: timestamp.nullable(),
});

const pastAlert = z.object({
  id,
  /** As of an alert; other versions may know others. */
  kind: z.string(),
  /** The process or host that it was about; null for what all of them share. */
  process: z.string().nullable(),
  startedAt: timestamp,
  endedAt: timestamp,
});
export type PastAlert = z.output<typeof pastAlert>;

const systemProcess = z.object({
  id,
  host: z.string(),
  pid: z.number().int(),
  version: z.string(),
  /** The one that answers this request. */
  isThis: z.boolean(),
  state: z.enum(['up', 'draining', 'silent']),
  /** Null for a process of a version that does not report it. */
  roles: z.array(z.string()).nullable(),
  /** At its last heartbeat: 1 is full. Null for one that has not reported it. */
  load: amount.nullable(),
  startedAt: timestamp,
  /** When it was last heard of, by the database's clock. */
  beatAt: timestamp,
});

const systemLane = z.object({
  name: job.shape.lane,
  running: z.number().int(),
  waiting: z.number().int(),
  /** Since when the job has been due that has waited longest; null when none is due. */
  oldestAt: timestamp.nullable(),
  /** The kind of that job. */
  oldestKind: z.string().nullable(),
  /** Why it waits: no process does jobs, no place in its lane, its workspace has its share, nothing that is known, or it starts in a moment. */
  why: z.enum(['nobody', 'places', 'share', 'unknown', 'starting']).nullable(),
});

/** Every backfill that an update has ever left; a newer server may name others. */
export type BackfillName = 'event-partitions' | 'event-bytes';

const comparing = z.object({
  /**
   * `memory`: all of them there, by the setting or the kind of database. Otherwise what the server has of pgvector: added
   * to the database, not added yet, a version that is too old, or nothing.
   */
  by: z.enum(['memory', 'usable', 'addable', 'old', 'missing']),
  /** Of pgvector; empty where there is none. */
  version: z.string(),
  /** Knowledge bases with at least so many chunks are very large. */
  least: amount,
  /** How many sets of vectors pgvector compares now, and how many tables are being filled for it. */
  ready: amount,
  filling: amount,
});

const systemStatus = z.object({
  processes: z.array(systemProcess),
  lanes: z.array(systemLane),
  /** Of the machine that answers; null where it cannot be read. */
  disk: z.object({ freeBytes: amount, totalBytes: amount }).nullable(),
  database: z.object({
    kind: z.enum(['sqlite', 'postgres']),
    /** Null while the database does not answer. */
    sizeBytes: amount.nullable(),
    /** Null where the database does not keep them. */
    slowest: z.array(z.object({ query: z.string(), calls: amount, meanMs: amount })).nullable(),
    /** Where the vectors of very large knowledge bases are compared; null while the database does not answer. */
    comparing: comparing.nullable(),
  }),
  retention: z.object({
    /** 0: events are kept for ever. */
    days: z.number().int(),
    nextPurgeAt: timestamp.nullable(),
  }),
  /** Rows that an update has left to be moved or filled in; those that are done are left out. */
  backfills: z.array(
    z.object({
      name: z.string(),
      isPaused: z.boolean(),
      done: amount,
      /** About how many rows there are. */
      total: amount,
      /** About how long the rest takes; null while nothing is known of it, or it is paused. */
      leftMs: amount.nullable(),
      /** Why the last step failed; it is tried again. */
      error: z.string().nullable(),
    }),
  ),
  alerts: z.array(alert),
});
export type SystemStatus = z.output<typeof systemStatus>;

export const readSystemStatus = endpoint({
  method: 'GET',
  path: `${studioPrefix}/system/status`,
  auth: 'session',
  permits: 'system:read',
  tag: 'Server',
  summary: 'The processes of the installation, what they have to do, and what needs a look.',
  response: systemStatus,
});

export const listPastAlerts = endpoint({
  method: 'GET',
  path: `${studioPrefix}/system/past-alerts`,
  auth: 'session',
  permits: 'system:read',
  tag: 'Server',
  summary: 'What needed a look in the last 90 days and is over, the latest first, page by page.',
  query: z.strictObject({
    /** Of the answer before. */
    cursor: z.string().max(200).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(20),
  }),
  response: z.object({
    data: z.array(pastAlert),
    /** Null on the last page. */
    next: z.string().nullable(),
  }),
});
