import { randomUUID } from 'node:crypto';
import { AppError } from '@tendril/contract/app-error';
import type { DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { mayRetry } from '../../../platform/jobs/job-failure.ts';
import {
  mostChunks,
  type OpenedLoader,
  type ProcessParts,
  storeLoaderStore,
} from '../document-stores/public.ts';
import { unusedTextWrites } from '../index/public.ts';
import { type DocumentFileRow, fileClaimWrites } from './document-files.store.ts';
import { embedMissing } from './embed-missing.ts';
import { fileChunkStore } from './file-chunks.store.ts';
import type { FileJob, FileReached } from './file-job.ts';
import { FilePipeline } from './file-pipeline.ts';
import { hiddenEditionStore } from './hidden-editions.store.ts';
import { type ContentFacts, type FileContent, openFile } from './open-file.ts';
import { putFile, removeUnused } from './put-file.ts';
import { putLargeFile } from './put-large-file.ts';
import { removePages } from './remove-editions.ts';
import { mostStops } from './suspect-files.ts';

/** A file of more chunks, or one that had more, is put in place page by page. */
const mostAtOnce = 200;
/** Counted up whenever the same file is read in other parts than before: what is read of one is then read again. */
const cutting = 2;

/** Where the reading of a file begins, noted before it does: what ends the process is then known. */
async function begin({ db }: ProcessParts, job: FileJob, file: DocumentFileRow, isLive: boolean) {
  const before = job.reached?.fileId === file.id ? job.reached : undefined;
  // The release before noted no edition, or counts other parts.
  const isResumed = before?.edition !== undefined && before.cutting === cutting && !isLive;
  if (before && !isResumed) await removeOwn(db, job, file.id, before.edition ?? null);
  const fresh = async (): Promise<FileReached> => ({
    ...{ fileId: file.id, parts: 0, chunks: 0, problems: [], edition: randomUUID(), cutting },
    before: await fileChunkStore(db).lastNo(job.id),
  });
  /** Others of the job may have been read on meanwhile: what is still to come is numbered after all that is there. */
  const resumed = async (at: FileReached): Promise<FileReached> => ({
    ...at,
    before: Math.max(at.before, (await fileChunkStore(db).lastNo(job.id)) - at.chunks),
  });
  const reached: FileReached = {
    ...(isResumed ? await resumed(before) : await fresh()),
    ...{ begunAt: job.deaths, stops: before?.stops ?? 0 },
  };
  let isOurs = false;
  await job.commit({ reached, share: 0, embedded: job.embedded }, async (trx) => {
    isOurs = await fileClaimWrites(trx).claim(job, file.id, job.id);
    if (isOurs && !isResumed)
      await fileChunkStore(trx).remove(job, { fileId: file.id, batch: job.id, isOfJob: true });
  });
  return { isOurs, reached };
}

/**
 * Reads, chunks and stores one file in place of what was stored of it, and embeds it where its loader is searchable:
 * what was found before is found until then. A file that cannot be read says why in its row; the caller goes on with
 * the next. Throws what a later attempt may mend, and what stands in the way of every file.
 */
export async function processFile(
  parts: ProcessParts,
  scope: Scope,
  file: DocumentFileRow,
  content: FileContent,
  job: FileJob,
): Promise<void> {
  const { opened, facts } = await openFile(parts, scope, job, content);
  const { isOurs, reached } = await begin(parts, job, file, opened.isLive);
  if (!isOurs) return;
  if ((reached.stops ?? 0) >= mostStops) {
    await fail(parts, job, file, 'The server stopped each time that this file was read.', reached.edition);
    return;
  }
  const pipeline = new FilePipeline(parts, job, file, { reached, isFromStart: opened.isLive });
  try {
    await pipeline.resume();
    const problem = await readFile(job, opened, pipeline);
    if (problem !== undefined) {
      await fail(parts, job, file, withoutName(problem, file), reached.edition);
      return;
    }
    await finish(parts, job, { file, reached, pipeline }, await facts());
  } finally {
    await pipeline.close();
  }
}

/** Reads a file to its end; returns why it cannot be read. */
async function readFile(
  job: FileJob,
  opened: OpenedLoader,
  pipeline: FilePipeline,
): Promise<string | undefined> {
  const parts = opened.parts(pipeline.skipped);
  try {
    for (;;) {
      const next = await parts.next().catch((error: unknown) => {
        job.signal.throwIfAborted();
        // A vendor that reads pictures may answer later.
        if (!job.isLastAttempt && mayRetry(error, 1) && error instanceof AppError) throw error;
        return { failure: error instanceof AppError ? error.message : 'It could not be read.' };
      });
      if ('failure' in next) return next.failure;
      if (next.done) break;
      await pipeline.push(next.value);
      if (pipeline.chunks > mostChunks)
        return `It gives more than ${mostChunks.toLocaleString('en')} chunks.`;
    }
  } finally {
    await parts.return(undefined);
  }
  if (pipeline.chunks > 0) return undefined;
  return pipeline.problem ?? 'It holds no text.';
}

async function finish(
  parts: ProcessParts,
  job: FileJob,
  { file, reached, pipeline }: { file: DocumentFileRow; reached: FileReached; pipeline: FilePipeline },
  changes: ContentFacts,
): Promise<void> {
  const { db } = parts;
  const { edition } = reached;
  const { workspaceId, storeId, id: loaderId } = job.loader;
  const last = await pipeline.end();
  const problem = pipeline.problem === null ? null : withoutName(pipeline.problem, file);
  if (pipeline.chunks > mostAtOnce || file.chunks > mostAtOnce) {
    await pipeline.write(last);
    const numDeleted = await putLargeFile(parts, job, file, { problem, changes, edition });
    job.embedded = { ...job.embedded, numDeleted: job.embedded.numDeleted + numDeleted };
    return embedMissing(parts, job, [file.id]);
  }
  const batchBefore = job.sets ? job.loader.batch : null;
  const before =
    file.chunks > 0 && batchBefore !== null
      ? await fileChunkStore(db).hashes(job, { fileId: file.id, batch: batchBefore })
      : [];
  let numDeleted = 0;
  await job.commit({ reached: undefined, share: 1, embedded: job.embedded }, async (trx) => {
    await putFile(trx, job, file, { last, problem, changes, edition });
    const place = { workspaceId, storeId, loaderId, batch: batchBefore ?? '' };
    numDeleted = await removeUnused(trx, place, before);
  });
  job.embedded = { ...job.embedded, numDeleted: job.embedded.numDeleted + numDeleted };
  await embedMissing(parts, job, [file.id]);
}

/** What was stored of a file before stays; only its row says that it could not be read, unless it is to be read again. */
async function fail(
  { db }: ProcessParts,
  job: FileJob,
  file: DocumentFileRow,
  error: string,
  edition: string,
): Promise<void> {
  await removeOwn(db, job, file.id, edition, true);
  await job.commit({ reached: undefined, share: 1, embedded: job.embedded }, async (trx) => {
    await fileChunkStore(trx).remove(job, { fileId: file.id, batch: job.id, isOfJob: true });
    await fileClaimWrites(trx).settle(job, file.id, job.id, { state: 'failed', error });
  });
}

/** Deletes what was written of a file that is not whole, also where it was being put in place. */
async function removeOwn(
  db: ProcessParts['db'],
  job: FileJob,
  fileId: string,
  edition: string | null,
  withTexts = false,
): Promise<void> {
  const { storeId, id: loaderId } = job.loader;
  const removeTexts = async (trx: DatabaseTransaction, hashes: readonly string[]) => {
    const batch = (await storeLoaderStore(trx).find(job, loaderId))?.batch ?? job.id;
    return unusedTextWrites(trx).removeUnused(job, { storeId, loaderId, batch }, hashes);
  };
  const of = { fileId, edition, batch: job.id };
  await removePages(db, job, of, withTexts && job.sets ? removeTexts : undefined);
  await hiddenEditionStore(db).drop(job, job.id, fileId);
}

/** Readers name the file in what they say; its row does so already. */
function withoutName(problem: string, { key, storedName, title }: DocumentFileRow): string {
  for (const name of [storedName, key, title]) {
    const start = `"${name}": `;
    if (name !== null && problem.startsWith(start)) {
      const rest = problem.slice(start.length);
      return rest.charAt(0).toUpperCase() + rest.slice(1);
    }
  }
  return problem;
}
