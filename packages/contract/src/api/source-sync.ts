import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idParams, timestamp } from './id.ts';
import { job } from './jobs.ts';
import { studioPrefix } from './prefixes.ts';

const tag = 'Knowledge Base';
const path = `${studioPrefix}/document-store/sync/:id`;
const auth = 'sessionOrKey';

/** The largest body of a webhook that starts a sync; nothing of it is read but its signature. */
const hookBytes = 1024 * 1024;

const counts = z.object({
  /** Files at the source. */
  listed: z.number(),
  added: z.number(),
  changed: z.number(),
  /** The same content under another key. */
  moved: z.number(),
  removed: z.number(),
  unchanged: z.number(),
  skipped: z.number(),
  failed: z.number(),
});
export type SyncCounts = z.output<typeof counts>;

const sourceSync = z.object({
  loaderId: id,
  /** A cron expression of five parts; empty for syncs by hand only. */
  cron: z.string(),
  timezone: z.string(),
  isPaused: z.boolean(),
  nextAt: timestamp.nullable(),
  lastAt: timestamp.nullable(),
  /** `partial`: not everything could be listed, so nothing was taken out. `held`: a person has to confirm deletions. */
  lastState: z.enum(['done', 'partial', 'held', 'failed']).nullable(),
  /** Why, in a sentence. */
  note: z.string(),
  counts,
  held: z.object({ at: timestamp, files: z.number(), of: z.number() }).nullable(),
  webhook: z.object({ path: z.string(), secretHint: z.string() }),
  /** The sync under way. */
  job: job.nullable(),
});
export type SourceSync = z.output<typeof sourceSync>;

const syncRules = {
  cron: z.string().trim().max(200),
  timezone: z.string().trim().min(1).max(100),
  isPaused: z.boolean(),
};

export const readSourceSync = endpoint({
  method: 'GET',
  path,
  auth,
  permits: 'knowledge:read',
  tag,
  summary: 'How a source is kept in step; null where it is not.',
  params: idParams,
  response: z.object({
    isPossible: z.boolean(),
    /** Whether the source says who may read its files, and whether that decides. */
    access: z.enum(['none', 'offered', 'taken']),
    sync: sourceSync.nullable(),
  }),
});

export const saveSourceSync = endpoint({
  method: 'PUT',
  path,
  auth,
  permits: 'knowledge:edit',
  tag,
  summary: 'Keeps a source in step, by a schedule, by hand or by a webhook; or changes how.',
  params: idParams,
  body: z.strictObject({
    ...syncRules,
    isPaused: syncRules.isPaused.default(false),
    /** From now on the source says who may read its files, and the knowledge base is restricted. */
    takesAccess: z.literal(true).optional(),
  }),
  response: sourceSync,
});

export const endSourceSync = endpoint({
  method: 'DELETE',
  path,
  auth,
  permits: 'knowledge:edit',
  tag,
  summary: 'Keeps a source in step no longer; its files stay.',
  params: idParams,
});

export const runSourceSync = endpoint({
  method: 'POST',
  path: `${path}/run`,
  auth,
  permits: 'knowledge:edit',
  tag,
  summary: 'Starts a sync now.',
  params: idParams,
  body: z.strictObject({}).default({}),
  response: sourceSync,
});

export const decideHeldFiles = endpoint({
  method: 'POST',
  path: `${path}/held`,
  auth,
  permits: 'knowledge:edit',
  tag,
  summary: 'Deletes the files that are gone at their source, or keeps them, where a sync asked.',
  params: idParams,
  body: z.strictObject({ decision: z.enum(['delete', 'keep']) }),
  response: sourceSync,
});

const skippedFile = z.object({
  key: z.string(),
  title: z.string(),
  url: z.string().nullable(),
  reason: z.string(),
});

/** How many skipped files a page has. */
const skippedPerPage = 100;

export const listSkippedFiles = endpoint({
  method: 'GET',
  path: `${path}/skipped`,
  auth,
  permits: 'knowledge:read',
  tag,
  summary: `Files of a source that were not read, and why; ${skippedPerPage} at a time.`,
  params: idParams,
  query: z.strictObject({ after: z.string().max(2000).default('') }),
  response: z.object({ data: z.array(skippedFile), next: z.string().nullable() }),
});
export type SkippedFile = z.output<typeof skippedFile>;

export const renewSyncSecret = endpoint({
  method: 'POST',
  path: `${path}/webhook-secret`,
  auth: 'session',
  permits: 'knowledge:edit',
  proof: 'ifRequired',
  tag,
  summary:
    'Makes a new secret for the webhook of a source and shows it once; the old one is no longer accepted.',
  params: idParams,
  body: z.strictObject({}).default({}),
  response: z.object({ secret: z.string(), hint: z.string() }),
});

export const notifySourceSync = endpoint({
  method: 'POST',
  path: `${studioPrefix}/document-store/sync-webhook/:id`,
  auth: 'webhook',
  tag,
  summary: 'Starts a sync of a source, for a sender that signs with its secret.',
  params: idParams,
  bodyLimit: hookBytes,
  status: 202,
  response: z.object({ status: z.literal('ACCEPTED') }),
});
