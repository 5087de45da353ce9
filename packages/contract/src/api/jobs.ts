import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idParams, timestamp } from './id.ts';
import { studioPrefix } from './prefixes.ts';

const tag = 'Jobs';

/** `waiting` also between two attempts; the last three never change again. */
const jobState = z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']);
export type JobState = z.output<typeof jobState>;

/** Work that continues after its request was answered, and survives a restart. */
export const job = z.object({
  id,
  /** The kind of work: `document-store-process`, `document-store-upsert`. */
  kind: z.string(),
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
  /** Attempts since it last made progress. */
  attempts: z.number().int(),
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
  tag,
  summary: 'How far a job is.',
  params: idParams,
  response: job,
});

export const cancelJob = endpoint({
  method: 'POST',
  path: `${studioPrefix}/jobs/:id/cancel`,
  auth: 'sessionOrKey',
  tag,
  summary: 'Stops a job; what it had not finished is taken back.',
  params: idParams,
  response: job,
});
