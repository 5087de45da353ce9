import { randomUUID } from 'node:crypto';
import { AppError } from '@tendril/contract/app-error';
import { leaveToNextCommit } from '../../../platform/db/commit-sync.ts';
import { loopTurn } from '../../../platform/loop-turn.ts';
import { type ProcessParts, storeLoaderStore } from '../document-stores/public.ts';
import { storeIndexStore } from '../index/public.ts';
import { type DocumentFileRow, documentFileStore, fileClaimWrites } from './document-files.store.ts';
import { fileChunkStore } from './file-chunks.store.ts';
import type { FileJob } from './file-job.ts';
import { editionChunkStore, hiddenEditionStore } from './hidden-editions.store.ts';
import { changedTotals, nextRevisions, type ReadFile } from './put-file.ts';
import { removeEditions } from './remove-editions.ts';

const chunksAtOnce = 100;

/** A file whose chunks are all written, with their vectors. */
type WrittenFile = Omit<ReadFile, 'last'> & { edition: string };

/**
 * Puts a file of many chunks in place of what was stored of it, without holding up anybody: its chunks are moved page by
 * page while nobody finds them, then one short transaction shows them and hides those before, which are deleted page by
 * page. Returns how many texts are gone.
 */
export async function putLargeFile(
  parts: Pick<ProcessParts, 'db' | 'reads'>,
  job: FileJob,
  file: Pick<DocumentFileRow, 'id'>,
  read: WrittenFile,
): Promise<number> {
  const batch = await batchOf(parts, job);
  await moveHidden(parts, job, file.id, { batch, edition: read.edition });
  await show(parts, job, file.id, { ...read, batch });
  return removeEditions(parts.db, job.loader);
}

/** The batch of the loader's chunks: from now on there is one. */
function batchOf({ db }: Pick<ProcessParts, 'db'>, job: FileJob): Promise<string> {
  const { storeId, id: loaderId } = job.loader;
  return db.transaction().execute(async (trx) => {
    await storeIndexStore(trx).count(job, storeId, false);
    const loader = await storeLoaderStore(trx).find(job, loaderId);
    if (!loader) throw new AppError('NOT_FOUND', 'The loader was deleted.');
    if (loader.batch !== null) return loader.batch;
    const batch = randomUUID();
    await storeLoaderStore(trx).update(job, loaderId, { batch });
    return batch;
  });
}

async function moveHidden(
  { db }: Pick<ProcessParts, 'db'>,
  job: FileJob,
  fileId: string,
  { batch, edition }: { batch: string; edition: string },
): Promise<void> {
  const { workspaceId, storeId, id: loaderId } = job.loader;
  for (;;) {
    job.signal.throwIfAborted();
    const count = await db.transaction().execute(async (trx) => {
      leaveToNextCommit(trx);
      // Pages of one knowledge base are put one after the other, so that no number is given twice.
      await storeIndexStore(trx).count(job, storeId, false);
      await hiddenEditionStore(trx).hide({
        edition,
        ...{ workspaceId, storeId, loaderId, fileId, jobId: job.id },
      });
      const chunks = editionChunkStore(trx);
      const rows = await chunks.page(job, { fileId, edition, batch: job.id }, chunksAtOnce);
      if (rows.length === 0) return 0;
      const after = await fileChunkStore(trx).lastNo(batch);
      await loopTurn();
      await chunks.move(job, rows, { from: job.id, to: batch, after });
      await loopTurn();
      return rows.length;
    });
    if (count < chunksAtOnce) return;
    await loopTurn();
  }
}

async function show(
  { db, reads }: Pick<ProcessParts, 'db' | 'reads'>,
  job: FileJob,
  fileId: string,
  { batch, edition, problem, changes }: WrittenFile & { batch: string },
): Promise<void> {
  const { workspaceId, storeId, id: loaderId } = job.loader;
  const totals = (of: string | null) =>
    editionChunkStore(reads.of(job)).totals(job, { fileId, batch, edition: of });
  const before = await documentFileStore(db).find(job, fileId);
  const [old, now] = [await totals(before?.edition ?? null), await totals(edition)];
  await job.commit({ reached: undefined, share: 1, embedded: job.embedded }, async (trx) => {
    await storeIndexStore(trx).count(job, storeId, true);
    const loader = await storeLoaderStore(trx).find(job, loaderId);
    if (!loader) throw new AppError('NOT_FOUND', 'The loader was deleted.');
    const isOurs = await fileClaimWrites(trx).settle(job, fileId, job.id, {
      ...{ ...changes, ...now, edition, error: problem, attempts: 0 },
      state: job.sets ? 'embedded' : 'chunked',
    });
    const hidden = hiddenEditionStore(trx);
    // What was read of a file that was replaced or deleted meanwhile is dropped.
    if (!isOurs) return hidden.drop(job, job.id, fileId);
    await hidden.show(job, edition);
    await storeLoaderStore(trx).update(job, loaderId, {
      ...changedTotals(loader, { chunks: now.chunks - old.chunks, chars: now.chars - old.chars }),
      ...nextRevisions(loader, job.sets !== null),
    });
    if (old.chunks === 0) return;
    const gone = before?.edition ?? fileId;
    await hidden.hide({ edition: gone, ...{ workspaceId, storeId, loaderId, fileId, jobId: null } });
  });
}
