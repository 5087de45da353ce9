import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { id, timestamp } from './id.ts';
import { job } from './jobs.ts';
import { studioPrefix } from './prefixes.ts';

const tag = 'Knowledge Base';
const path = `${studioPrefix}/document-store/loader/:storeId/:loaderId/files`;
const auth = 'sessionOrKey';
const params = z.strictObject({ storeId: id, loaderId: id });

/** Files on one page. */
const filesPerPage = 100;
/** Files that one answer lists at most. */
export const mostListedFiles = 500;
/** Files that one request may name. */
export const mostNamedFiles = 1000;

/** `chunked`: read, and not searchable yet. `failed`: what was stored of it before stays. */
const fileState = z.enum(['queued', 'reading', 'chunked', 'embedded', 'failed']);

const documentFile = z.object({
  id,
  loaderId: id,
  /** Its path within its source: what a newer version of it replaces. */
  key: z.string(),
  title: z.string(),
  url: z.string().nullable(),
  state: fileState,
  bytes: z.number().nullable(),
  chunks: z.number().int(),
  chars: z.number().int(),
  /** Why it could not be read, or what of it could not. */
  error: z.string().nullable(),
  attempts: z.number().int(),
  updatedAt: timestamp,
});
export type DocumentFile = z.output<typeof documentFile>;

const stateCount = z.object({ state: fileState, files: z.number().int(), bytes: z.number() });

/** Why a job waits: how many stand before it, and the knowledge base that is worked on now. */
const jobTurn = z.object({ jobId: id, ahead: z.number().int(), behind: z.string().nullable() });

export const listDocumentFiles = endpoint({
  method: 'GET',
  path,
  auth,
  permits: 'knowledge:read',
  tag,
  summary: 'The files of a loader in their order, with their states.',
  params,
  query: z.strictObject({
    state: fileState.optional(),
    search: z.string().max(200).optional(),
    /** Of the answer before. */
    cursor: z.string().max(200).optional(),
    limit: z.coerce.number().int().min(1).max(mostListedFiles).default(filesPerPage),
  }),
  response: z.object({
    data: z.array(documentFile),
    /** Null on the last page. */
    next: z.string().nullable(),
    counts: z.array(stateCount),
    /** Open jobs that read its files. */
    jobs: z.array(job),
    turns: z.array(jobTurn),
  }),
});

export const uploadDocumentFiles = endpoint({
  method: 'POST',
  path,
  auth,
  permits: 'knowledge:edit',
  tag,
  summary:
    'Adds files to a loader, or replaces those of the same key, and reads them; a field "keys" may give their paths as a JSON list, a field "upsert" of "true" makes them searchable.',
  params,
  files: 'only',
  response: z.object({
    added: z.number().int(),
    replaced: z.number().int(),
    /** Their content is what was read before. */
    unchanged: z.number().int(),
    /** Files that were not stored, and why. */
    refused: z.array(z.object({ key: z.string(), message: z.string() })),
    jobs: z.array(job),
  }),
});

export const retryDocumentFiles = endpoint({
  method: 'POST',
  path: `${path}/retry`,
  auth,
  permits: 'knowledge:edit',
  tag,
  summary: 'Reads files again: those named, or all that failed.',
  params,
  body: z.strictObject({ ids: z.array(id).min(1).max(mostNamedFiles).optional() }),
  response: z.object({ queued: z.number().int(), jobs: z.array(job) }),
});

export const removeDocumentFiles = endpoint({
  method: 'POST',
  path: `${path}/remove`,
  auth,
  permits: 'knowledge:edit',
  tag,
  summary: 'Deletes files with their chunks and vectors.',
  params,
  body: z.strictObject({ ids: z.array(id).min(1).max(mostNamedFiles) }),
  response: z.object({ removed: z.number().int() }),
});

export const readIntakeRoom = endpoint({
  method: 'GET',
  path: `${studioPrefix}/document-store/intake-room`,
  auth,
  permits: 'knowledge:read',
  tag,
  summary: 'How large a file may be, and how much the limits of the workspace leave; null for no limit.',
  response: z.object({
    fileBytes: z.number(),
    bytesLeft: z.number().nullable(),
    chunksLeft: z.number().nullable(),
  }),
});
