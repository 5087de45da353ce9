import { randomUUID } from 'node:crypto';
import { AppError } from '@tendril/contract/app-error';
import type { NodeServices } from '@tendril/contract/node/run-context';
import type { HeavyReads } from '../../../platform/db/readers/heavy-reads.ts';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { JobHandler, RunningJob } from '../../../platform/jobs/job-handler.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import type { WorkspaceLimits } from '../../../platform/limits/workspace-limits.ts';
import { storeIndexStore } from '../index/public.ts';
import { emptyBatch, removeBatch } from './batch-removal.ts';
import { toChunkRows, toParentRows } from './chunk-rows.ts';
import { chunkStore, chunkWrites } from './chunks.store.ts';
import { type LoaderRow, storeLoaderStore } from './document-stores.store.ts';
import { type LoaderSettings, openLoader } from './loader-chunks.ts';
import { parentStore } from './parents.store.ts';
import { readReading } from './store-answer.ts';
import type { StoreFiles } from './store-files.ts';
import type { StoreNodes } from './store-nodes.ts';
import { processKind, upsertKind } from './store-status.ts';
import { hashOf } from './text-hash.ts';
import { writeContexts } from './write-contexts.ts';

/** Chunks of one loader. */
export const mostChunks = 200_000;
const mostProblems = 50;
const longestProblem = 2000;

export interface ProcessParts {
  db: Database;
  files: Pick<StoreFiles, 'find'>;
  limits: Pick<WorkspaceLimits, 'of'>;
  reads: HeavyReads;
  nodes: StoreNodes;
  jobs: JobQueue;
  /** What the server provides to the nodes of a knowledge base. */
  provide(scope: Scope, storeId: string): NodeServices;
}

/** The input of a process job. */
export interface ProcessInput {
  /** Also makes the new chunks searchable. */
  isUpserting: boolean;
  /** Only the files that wait for it; all of its files when absent. */
  isPartial?: boolean;
  /** Leaves large files to another job. */
  isSmall?: boolean;
}

/** What reads the files of a loader one by one. */
export interface FileProcessing {
  /** Undefined for a loader that reads no stored files. */
  process(
    parts: ProcessParts,
    job: RunningJob,
    row: LoaderRow,
  ): Promise<{ totalChunks: number; upsertJobId: string | null } | undefined>;
  /** Notes that a job has ended in the middle. */
  undo(
    trx: DatabaseTransaction,
    job: Scope & Pick<RunningJob, 'id' | 'partId'>,
    why: string | undefined,
  ): Promise<void>;
}

interface Checkpoint {
  parts: number;
  chunks: number;
  done: number;
  /** What could not be read, and why. */
  problems?: string[];
  /** The last step is on disk. */
  result?: ProcessResult;
}

export interface ProcessResult {
  totalChunks: number;
  upsertJobId: string | null;
}

/** The settings of a loader, from its row. */
export function settingsOf(row: LoaderRow): LoaderSettings {
  return {
    loaderId: row.loaderId,
    loaderConfig: JSON.parse(row.loaderConfig) as Record<string, unknown>,
    splitterId: row.splitterId,
    splitterConfig: JSON.parse(row.splitterConfig) as Record<string, unknown>,
    credential: row.credential,
    reading: readReading(row.reading),
  };
}

/** Whether settings are still those that a job began with. */
export function printOf({ loaderId, loaderConfig, splitterId, splitterConfig, reading }: LoaderRow): string {
  return hashOf([loaderId, loaderConfig, splitterId, splitterConfig, reading ?? ''].join('\n'));
}

/**
 * Loads and splits a loader's sources, part by part: the chunks of a part and the note that it is done are committed
 * together. The new chunks coexist with the old ones until the last part is stored.
 */
export function processHandler(parts: ProcessParts, files: FileProcessing): JobHandler {
  const { db, jobs } = parts;

  return {
    kind: processKind,
    unit: 'parts',
    lane: 'long',
    takesTurns: true,

    async run(job) {
      const row = await requireLoader(db, job);
      // Failed work that is done once more: what it left may not be gone yet.
      if (job.checkpoint === undefined && row.batch !== job.id) await emptyBatch(db, job, job.id, job.signal);
      const ofFiles = await files.process(parts, job, row);
      if (ofFiles) return ofFiles;
      const { checkpoint, last } = await loadAll(parts, job, row);
      if (checkpoint.result) return checkpoint.result;
      const { context } = readReading(row.reading);
      if (context) await writeContexts(parts, job, context, row.storeId);
      const { isUpserting } = job.input as ProcessInput;
      const upsertJobId = isUpserting ? randomUUID() : null;
      const result: ProcessResult = { totalChunks: checkpoint.chunks, upsertJobId };
      const step = { ...last, done: last.total ?? last.done, total: last.total ?? last.done };
      await job.advance({ ...step, checkpoint: { ...checkpoint, result } }, async (trx) => {
        await takeOver(trx, jobs, job, row, checkpoint.problems);
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

    async undo(trx, job, why) {
      const { id, workspaceId, partId } = job;
      await files.undo(trx, job, why);
      const loader = partId ? await storeLoaderStore(trx).find({ workspaceId }, partId) : undefined;
      if (!loader) return;
      // Canceled after its chunks had been put in place: they stay.
      if (loader.batch !== id)
        await removeBatch(trx, jobs, { workspaceId }, { loaderId: loader.id, batch: id });
      if (why) await storeLoaderStore(trx).update({ workspaceId }, loader.id, { error: why });
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
    await emptyBatch(parts.db, job, job.id, signal);
    await job.advance({ done: 0, total: null, checkpoint });
  }
  for await (const { chunks, progress, problem } of loader.parts(checkpoint.parts)) {
    const { workspaceId, id: batch } = job;
    const { storeId, id: loaderId } = row;
    const placing = { workspaceId, storeId, loaderId, batch, before: checkpoint.chunks, fileId: null };
    const rows = toChunkRows(placing, chunks);
    const parents = toParentRows(placing, chunks);
    const problems = [...(checkpoint.problems ?? []), ...(problem === undefined ? [] : [problem])];
    checkpoint = {
      parts: checkpoint.parts + 1,
      chunks: checkpoint.chunks + rows.length,
      done: progress.done,
      ...(problems.length > 0 && { problems: problems.slice(0, mostProblems) }),
    };
    if (checkpoint.chunks > mostChunks)
      throw new AppError(
        'TOO_LARGE',
        `The source produces more than ${mostChunks.toLocaleString('en')} chunks.`,
      );
    last = progress;
    await job.advance({ ...progress, checkpoint }, async (trx) => {
      await parentStore(trx).insert(parents);
      await chunkWrites(trx).insert(rows);
    });
  }
  if (checkpoint.chunks === 0)
    throw new AppError(
      'NODE_FAILED',
      problemText(checkpoint.problems) ?? `${row.source || row.loaderName}: holds no text.`,
    );
  return { checkpoint, last };
}

/** What people read beside a source that was read in part. */
export function problemText(problems: readonly string[] = []): string | null {
  return problems.length === 0 ? null : problems.join(' ').slice(0, longestProblem);
}

/** The new chunks replace the old ones. */
async function takeOver(
  trx: DatabaseTransaction,
  jobs: JobQueue,
  job: RunningJob,
  began: LoaderRow,
  problems: readonly string[] | undefined,
): Promise<void> {
  const loaders = storeLoaderStore(trx);
  const present = await loaders.find(job, began.id);
  if (!present) throw new AppError('NOT_FOUND', 'The loader was deleted.');
  const { chunks, chars } = await chunkStore(trx).totals(job, job.id);
  await storeIndexStore(trx).count(job, began.storeId, true);
  await loaders.update(job, began.id, {
    batch: job.id,
    totalChunks: chunks,
    totalChars: chars,
    chunkRevision: present.chunkRevision + 1,
    isStale: printOf(present) === printOf(began) ? 0 : 1,
    error: null,
    problem: problemText(problems),
  });
  const { id: loaderId, batch } = present;
  if (batch !== null && batch !== job.id) await removeBatch(trx, jobs, job, { loaderId, batch });
}
