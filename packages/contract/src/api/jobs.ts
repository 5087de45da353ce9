import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idParams, timestamp } from './id.ts';
import { studioPrefix } from './prefixes.ts';

const tag = 'Jobs';

/** `waiting` also between two attempts; `paused` until somebody resumes it; the last three never change again. */
const jobState = z.enum(['waiting', 'running', 'paused', 'done', 'failed', 'cancelled']);
export type JobState = z.output<typeof jobState>;

/** What a job is at while it runs. */
const jobStage = z.object({
  doing: z.enum(['reading', 'describing', 'embedding']),
  /** What of it, by its name. */
  what: z.string().nullable(),
  /** Whom it has waited for, for some time. */
  waitsFor: z.string().nullable(),
  /** How long the rest will take at the rate of the last minute. */
  leftMs: z.number().nullable(),
});
export type JobStage = z.output<typeof jobStage>;

/** Work that continues after its request was answered, and survives a restart. */
export const job = z.object({
  id,
  /** The kind of work: `document-store-process`, `document-store-upsert`. */
  kind: z.string(),
  /** What it shares places with: one lane does not hold up another. */
  lane: z.enum([
    'quick',
    'files',
    'long',
    'tests',
    'calls',
    'triggers',
    'deliveries',
    'timers',
    'webhooks',
    'dialing',
  ]),
  state: jobState,
  /** The record it works on. */
  subjectId: id,
  /** A part of that record, when only that is meant. */
  partId: id.nullable(),
  /** The progress; `total` is null while unknown. */
  progress: z.object({
    done: z.number(),
    total: z.number().nullable(),
    unit: z.enum(['bytes', 'pages', 'rows', 'parts', 'chunks']),
  }),
  /** Null where it says nothing of it. */
  stage: jobStage.nullable(),
  /** Failed attempts since it last made progress. */
  attempts: z.number().int(),
  /** How often it failed, by code; `PROCESS_DIED` counts the stops of its process. */
  causes: z.record(z.string(), z.number().int()),
  /** Why the last attempt failed; for a waiting job, why there will be another. */
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** The result, once done: for an upsert, its counters. */
  result: z.unknown().nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type Job = z.output<typeof job>;

export const readJob = endpoint({
  method: 'GET',
  path: `${studioPrefix}/jobs/:id`,
  auth: 'sessionOrKey',
  permits: 'jobs:read',
  tag,
  summary: 'How far a job is.',
  params: idParams,
  response: job,
});

export const cancelJob = endpoint({
  method: 'POST',
  path: `${studioPrefix}/jobs/:id/cancel`,
  auth: 'sessionOrKey',
  permits: 'jobs:cancel',
  tag,
  summary: 'Stops a job; what it had not finished is taken back.',
  params: idParams,
  response: job,
});

export const listFailedJobs = endpoint({
  method: 'GET',
  path: `${studioPrefix}/jobs/failed`,
  auth: 'sessionOrKey',
  permits: 'jobs:read',
  tag,
  summary:
    'The jobs of the workspace that failed for good in the last 30 days, the latest first; at most 200.',
  response: z.object({ data: z.array(job) }),
});

export const runJobAgain = endpoint({
  method: 'POST',
  path: `${studioPrefix}/jobs/:id/run-again`,
  auth: 'sessionOrKey',
  permits: 'jobs:cancel',
  tag,
  summary: 'Does a job that failed once more, from its beginning.',
  params: idParams,
  response: job,
});

export const pauseJob = endpoint({
  method: 'POST',
  path: `${studioPrefix}/jobs/:id/pause`,
  auth: 'sessionOrKey',
  permits: 'jobs:cancel',
  tag,
  summary: 'Holds a job after its current step, until it is resumed.',
  params: idParams,
  response: job,
});

export const resumeJob = endpoint({
  method: 'POST',
  path: `${studioPrefix}/jobs/:id/resume`,
  auth: 'sessionOrKey',
  permits: 'jobs:cancel',
  tag,
  summary: 'Lets a paused job go on where it stopped.',
  params: idParams,
  response: job,
});
