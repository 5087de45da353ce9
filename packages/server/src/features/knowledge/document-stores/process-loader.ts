import { createHash, randomUUID } from 'node:crypto';
import { AppError } from '@tendril/contract/app-error';
import type { NodeServices } from '@tendril/contract/node/run-context';
import type { SourceDocument } from '@tendril/contract/provider/document';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { JobHandler, RunningJob } from '../../../platform/jobs/job-handler.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { type ChunkRow, chunkStore, chunkWrites } from './chunks.store.ts';
import { type LoaderRow, storeLoaderStore } from './document-stores.store.ts';
import { type LoaderSettings, openLoader } from './loader-chunks.ts';
import type { StoreNodes } from './store-nodes.ts';
import { processKind, upsertKind } from './store-status.ts';

const mostChunks = 200_000;

export interface ProcessParts {
  db: Database;
  nodes: StoreNodes;
  jobs: Jobs;
  /** What the server provides to the nodes of a knowledge base. */
  provide(scope: Scope, storeId: string): NodeServices;
}

/** The input of a process job. */
interface ProcessInput {
  /** Also makes the new chunks searchable. */
  isUpserting: boolean;
}

interface Checkpoint {
  parts: number;
  chunks: number;
  done: number;
  /** The last step is on disk. */
  result?: ProcessResult;
}

export interface ProcessResult {
  totalChunks: number;
  upsertJobId: string | null;
}

/** Identifies the text of a chunk: the same text is embedded once. */
export function hashOf(pageContent: string): string {
  return createHash('sha256').update(pageContent).digest('base64url');
}

/** The settings of a loader, from its row. */
export function settingsOf(row: LoaderRow): LoaderSettings {
  return {
    loaderId: row.loaderId,
    loaderConfig: JSON.parse(row.loaderConfig) as Record<string, unknown>,
    splitterId: row.splitterId,
    splitterConfig: JSON.parse(row.splitterConfig) as Record<string, unknown>,
    credential: row.credential,
  };
}

/** Whether settings are still those that a job began with. */
function printOf({ loaderId, loaderConfig, splitterId, splitterConfig }: LoaderRow): string {
  return hashOf([loaderId, loaderConfig, splitterId, splitterConfig].join('\n'));
}

/**
 * Loads and splits a loader's sources, part by part: the chunks of a part and the note that it is done are committed
 * together. The new chunks coexist with the old ones until the last part is stored.
 */
export function processHandler(parts: ProcessParts): JobHandler {
  const { db, jobs } = parts;

  return {
    kind: processKind,
    unit: 'parts',

    async run(job) {
      const row = await requireLoader(db, job);
      const { checkpoint, last } = await loadAll(parts, job, row);
      if (checkpoint.result) return checkpoint.result;
      const { isUpserting } = job.input as ProcessInput;
      const upsertJobId = isUpserting ? randomUUID() : null;
      const result: ProcessResult = { totalChunks: checkpoint.chunks, upsertJobId };
      const step = { ...last, done: last.total ?? last.done, total: last.total ?? last.done };
      await job.advance({ ...step, checkpoint: { ...checkpoint, result } }, async (trx) => {
        await takeOver(trx, job, row);
        if (upsertJobId === null) return;
        const { workspaceId, subjectId } = job;
        await jobs.enqueue(trx, {
          id: upsertJobId,
          workspaceId,
          kind: upsertKind,
          subjectId,
          partId: row.id,
        });
      });
      jobs.poke();
      return result;
    },

    async undo(trx, { id, workspaceId, partId }, why) {
      await chunkWrites(trx).removeBatch({ workspaceId }, id);
      if (partId && why) await storeLoaderStore(trx).update({ workspaceId }, partId, { error: why });
    },
  };
}

async function requireLoader(db: Database, job: RunningJob): Promise<LoaderRow> {
  const row = await storeLoaderStore(db).find(job, job.partId ?? '');
  if (!row) throw new AppError('NOT_FOUND', 'The loader was deleted.');
  return row;
}

type Progress = { done: number; total: number | null; unit?: 'bytes' | 'pages' | 'rows' | 'parts' };

async function loadAll(
  parts: ProcessParts,
  job: RunningJob,
  row: LoaderRow,
): Promise<{ checkpoint: Checkpoint; last: Progress }> {
  const services = parts.provide(job, job.subjectId);
  const { signal } = job;
  const loader = await openLoader({ nodes: parts.nodes, services, settings: settingsOf(row), signal });
  let checkpoint = (job.checkpoint as Checkpoint | undefined) ?? { parts: 0, chunks: 0, done: 0 };
  let last: Progress = { done: checkpoint.done, total: null };
  if (checkpoint.result) return { checkpoint, last };
  if (loader.isLive && checkpoint.parts > 0) {
    checkpoint = { parts: 0, chunks: 0, done: 0 };
    await job.advance({ done: 0, total: null, checkpoint }, (trx) =>
      chunkWrites(trx).removeBatch(job, job.id),
    );
  }
  for await (const { chunks, progress } of loader.parts(checkpoint.parts)) {
    const rows = toRows(job, row, chunks, checkpoint.chunks);
    checkpoint = {
      parts: checkpoint.parts + 1,
      chunks: checkpoint.chunks + rows.length,
      done: progress.done,
    };
    if (checkpoint.chunks > mostChunks)
      throw new AppError(
        'TOO_LARGE',
        `The source produces more than ${mostChunks.toLocaleString('en')} chunks.`,
      );
    last = progress;
    await job.advance({ ...progress, checkpoint }, (trx) => chunkWrites(trx).insert(rows));
  }
  if (checkpoint.chunks === 0)
    throw new AppError('NODE_FAILED', `${row.source || row.loaderName}: holds no text.`);
  return { checkpoint, last };
}

function toRows(
  job: RunningJob,
  row: LoaderRow,
  chunks: readonly SourceDocument[],
  before: number,
): ChunkRow[] {
  return chunks.map(({ pageContent, metadata }, index) => ({
    workspaceId: job.workspaceId,
    id: randomUUID(),
    storeId: row.storeId,
    loaderId: row.id,
    batch: job.id,
    chunkNo: before + index + 1,
    hash: hashOf(pageContent),
    editedFrom: null,
    pageContent,
    metadata: JSON.stringify(metadata).replaceAll('\\u0000', ''),
  }));
}

/** The new chunks replace the old ones. */
async function takeOver(trx: DatabaseTransaction, job: RunningJob, began: LoaderRow): Promise<void> {
  const loaders = storeLoaderStore(trx);
  const present = await loaders.find(job, began.id);
  if (!present) throw new AppError('NOT_FOUND', 'The loader was deleted.');
  const { chunks, chars } = await chunkStore(trx).totals(job, job.id);
  await loaders.update(job, began.id, {
    batch: job.id,
    totalChunks: chunks,
    totalChars: chars,
    chunkRevision: present.chunkRevision + 1,
    isStale: printOf(present) === printOf(began) ? 0 : 1,
    error: null,
  });
  await chunkWrites(trx).removeOthers(job, began.id, job.id);
}
