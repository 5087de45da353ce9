import { randomUUID } from 'node:crypto';
import type { StoreUpsertResult } from '@tendril/contract/api/document-store-vectors';
import { AppError } from '@tendril/contract/app-error';
import type { DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { RunningJob } from '../../../platform/jobs/job-handler.ts';
import {
  type FileProcessing,
  type LoaderRow,
  type ProcessInput,
  type ProcessParts,
  printOf,
  storeLoaderStore,
  upsertKind,
} from '../document-stores/public.ts';
import { storeIndexStore } from '../index/public.ts';
import { adoptChunks } from './adopt-chunks.ts';
import { documentFileStore, fileClaimWrites, waitingFileStore } from './document-files.store.ts';
import { fileChunkStore } from './file-chunks.store.ts';
import { hiddenEditionStore } from './hidden-editions.store.ts';
import { filesOfLoader, settleFileRows } from './loader-files.ts';
import { type FilesResult, LoaderRun } from './loader-run.ts';
import { changedTotals } from './put-file.ts';
import { removeFiles } from './remove-files.ts';

const mostNamed = 20;
const longestProblem = 2000;

/** Reads the files of loaders one by one: each has its state, and one that cannot be read stops no other. */
export const fileProcessing: FileProcessing = {
  async process(parts, job, loader) {
    const files = await filesOfLoader(parts, loader);
    if (!files) return undefined;
    const run = new LoaderRun({ parts, job, loader, files });
    if (run.checkpoint.result) return run.checkpoint.result;
    const gone = await settleFileRows(parts.db, loader, files);
    await adoptChunks(parts.db, loader);
    await run.begin();
    await run.readAll();
    const { isPartial = false } = job.input as ProcessInput;
    const problem = await problemOf(parts, loader, new Set(gone.map(({ id }) => id)));
    if (!isPartial && problem.isAll)
      throw new AppError(
        'NODE_FAILED',
        problem.text ?? `${loader.source || loader.loaderName}: holds no text.`,
      );
    if (!isPartial)
      await removeFiles(
        parts,
        job,
        loader.id,
        gone.map(({ id }) => id),
      );
    return finish(parts, job, loader, run, problem.text);
  },

  async undo(trx, { id, workspaceId, partId }, why) {
    if (!partId) return;
    const scope = { workspaceId };
    await hiddenEditionStore(trx).drop(scope, id);
    const loader = await storeLoaderStore(trx).find(scope, partId);
    if (!loader) return;
    await fileClaimWrites(trx).release(scope, partId, id, {
      settled: loader.vectorRevision === null ? 'chunked' : 'embedded',
      isLast: !(await isReadByOthers(trx, workspaceId, partId, id)),
      why: why ?? 'Canceled before it was read.',
    });
  },
};

async function isReadByOthers(
  trx: DatabaseTransaction,
  workspaceId: string,
  partId: string,
  jobId: string,
): Promise<boolean> {
  const other = await trx
    .selectFrom('job')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('partId', '=', partId)
    .where('kind', '<>', upsertKind)
    .where('state', 'in', ['waiting', 'running', 'paused'])
    .where('id', '<>', jobId)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** What people read beside a loader of which not every file could be read. */
async function problemOf(
  { db }: Pick<ProcessParts, 'db'>,
  loader: LoaderRow,
  without: ReadonlySet<string>,
): Promise<{ text: string | null; isAll: boolean }> {
  const store = documentFileStore(db);
  const rows = (await waitingFileStore(db).withProblems(loader, loader.id, mostNamed + without.size)).filter(
    ({ id }) => !without.has(id),
  );
  const named = rows.slice(0, mostNamed).map(({ key, error }) => `"${key}": ${small(error ?? '')}`);
  const counts = await store.countByState(loader, { loaderId: loader.id });
  const count = (isFailed: boolean) =>
    counts.reduce((sum, { state, files }) => sum + ((state === 'failed') === isFailed ? files : 0), 0);
  // Files that are named no more have been read before.
  const isAll = count(false) - without.size <= 0;
  return { text: named.length === 0 ? null : named.join(' ').slice(0, longestProblem), isAll };
}

/** A sentence behind a name. */
const small = (text: string) =>
  /^[A-Z][a-z ]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;

/** Commits the end of a job together with the one that follows it. */
async function finish(
  { db, jobs }: Pick<ProcessParts, 'db' | 'jobs'>,
  job: RunningJob,
  loader: LoaderRow,
  { checkpoint }: LoaderRun,
  problem: string | null,
): Promise<FilesResult> {
  const { isUpserting, isPartial = false } = job.input as ProcessInput;
  const upsertJobId = isUpserting ? randomUUID() : null;
  const { workspaceId, subjectId } = job;
  if (!isPartial) await db.transaction().execute((trx) => removeUnnamed(trx, loader));
  const totalChunks = Number((await storeLoaderStore(db).find(job, loader.id))?.totalChunks ?? 0);
  const result: FilesResult = { totalChunks, upsertJobId };
  const { bytes: done } = checkpoint;
  const step = { done, total: done, unit: 'bytes' as const, checkpoint: { ...checkpoint, result } };
  await job.advance(step, async (trx) => {
    const present = await storeLoaderStore(trx).find(job, loader.id);
    if (!present) throw new AppError('NOT_FOUND', 'The loader was deleted.');
    const isStale = printOf(present) === printOf(loader) ? 0 : 1;
    await storeLoaderStore(trx).update(job, loader.id, {
      ...(!isPartial && { isStale }),
      ...{ error: null, problem },
    });
    if (upsertJobId === null) return;
    const asked = { id: upsertJobId, workspaceId, kind: upsertKind, subjectId, partId: loader.id };
    await jobs.enqueue(trx, { ...asked, input: { embedded: asSkipped(checkpoint.embedded) } });
  });
  jobs.poke();
  return result;
}

/** The upsert that follows meets what is embedded already, and counts it as skipped. */
function asSkipped(embedded: StoreUpsertResult): StoreUpsertResult {
  return { ...embedded, numSkipped: -(embedded.numAdded + embedded.numUpdated) };
}

/** Chunks of files that the loader named before it had rows for them. */
export async function removeUnnamed(
  trx: DatabaseTransaction,
  { id, workspaceId, storeId }: LoaderRow,
): Promise<void> {
  const scope = { workspaceId };
  const loader = await storeLoaderStore(trx).find(scope, id);
  if (!loader?.batch) return;
  const { chunks, chars } = await fileChunkStore(trx).removeUnnamed(scope, loader.batch);
  if (chunks === 0) return;
  await storeIndexStore(trx).count(scope, storeId, true);
  await storeLoaderStore(trx).update(scope, id, changedTotals(loader, { chunks: -chunks, chars: -chars }));
}
