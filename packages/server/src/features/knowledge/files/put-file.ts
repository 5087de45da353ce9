import { randomUUID } from 'node:crypto';
import { AppError } from '@tendril/contract/app-error';
import type { DatabaseTransaction } from '../../../platform/db/schema.ts';
import { loopTurn } from '../../../platform/loop-turn.ts';
import {
  type ChunkRow,
  chunkWrites,
  type ParentRow,
  type PreparedChunks,
  parentStore,
  storeLoaderStore,
} from '../document-stores/public.ts';
import { putTextVectors, storeIndexStore, unusedTextWrites } from '../index/public.ts';
import { type DocumentFileRow, fileClaimWrites } from './document-files.store.ts';
import { fileChunkStore } from './file-chunks.store.ts';
import type { FileJob } from './file-job.ts';

/** Chunks with their parents, and their vectors where their loader is searchable. */
export interface FilePage {
  rows: readonly ChunkRow[];
  parents: readonly ParentRow[];
  vectors: PreparedChunks['sets'];
}

/** Writes a page of a file that is not whole yet. */
export async function putPage(trx: DatabaseTransaction, job: FileJob, page: FilePage): Promise<void> {
  await parentStore(trx).insert(page.parents);
  await chunkWrites(trx).insert(page.rows);
  await loopTurn();
  await putVectors(trx, job, page.vectors);
}

/** Writes the vectors of texts. */
export async function putVectors(
  trx: DatabaseTransaction,
  job: FileJob,
  vectors: FilePage['vectors'],
): Promise<void> {
  const { storeId } = job.loader;
  for (const { embedding, rows } of vectors) await putTextVectors(trx, job, { storeId, embedding }, rows);
}

/** What was read of a file. */
export interface ReadFile {
  last: FilePage;
  problem: string | null;
  changes: Partial<Pick<DocumentFileRow, 'contentHash' | 'bytes'>>;
}

/**
 * Puts a file in place of what was stored of it: from now on it is found as it is now. What was read of one that was
 * replaced or deleted meanwhile is dropped.
 */
export async function putFile(
  trx: DatabaseTransaction,
  job: FileJob,
  file: Pick<DocumentFileRow, 'id'>,
  { last, problem, changes, edition }: ReadFile & { edition: string },
): Promise<void> {
  const { storeId, id: loaderId } = job.loader;
  // Before anything else: changes of a knowledge base are put one after the other.
  await storeIndexStore(trx).count(job, storeId, true);
  const loaders = storeLoaderStore(trx);
  const loader = await loaders.find(job, loaderId);
  if (!loader) throw new AppError('NOT_FOUND', 'The loader was deleted.');
  await putPage(trx, job, last);
  const batch = loader.batch ?? randomUUID();
  const chunks = fileChunkStore(trx);
  const [before, own] = [
    { fileId: file.id, batch },
    { fileId: file.id, batch: job.id },
  ];
  const old = await chunks.totals(job, before);
  const now = await chunks.totals(job, own);
  const isOurs = await fileClaimWrites(trx).settle(job, file.id, job.id, {
    ...changes,
    state: job.sets ? 'embedded' : 'chunked',
    ...{ ...now, edition, error: problem, attempts: 0 },
  });
  if (!isOurs) return chunks.remove(job, own);
  await chunks.remove(job, before);
  await chunks.move(job, own, batch, await chunks.lastNo(batch));
  await loaders.update(job, loaderId, {
    batch,
    ...changedTotals(loader, { chunks: now.chunks - old.chunks, chars: now.chars - old.chars }),
    ...nextRevisions(loader, job.sets !== null),
  });
}

type Totals = { totalChunks: number; totalChars: number };

/** The totals of a loader after some of its chunks came or went. */
export function changedTotals(loader: Totals, { chunks, chars }: { chunks: number; chars: number }): Totals {
  return {
    totalChunks: Number(loader.totalChunks) + chunks,
    totalChars: Number(loader.totalChars) + chars,
  };
}

/** Other chunks are current; the loader is as searchable as before where they are embedded. */
export function nextRevisions(
  { chunkRevision, vectorRevision }: { chunkRevision: number; vectorRevision: number | null },
  isEmbedded: boolean,
) {
  const next = chunkRevision + 1;
  if (!isEmbedded) return { chunkRevision: next };
  // Something can be found; whether everything can, an upsert says.
  if (vectorRevision === null) return { chunkRevision: next, vectorRevision: 0 };
  return { chunkRevision: next, ...(vectorRevision === chunkRevision && { vectorRevision: next }) };
}

const hashesAtOnce = 100;

/**
 * Deletes texts that are in no chunk any more, with their vectors; returns how many. In the transaction that takes their
 * chunks out: a stop between the two would leave them for good.
 */
export async function removeUnused(
  trx: DatabaseTransaction,
  { workspaceId, ...place }: { workspaceId: string; storeId: string; loaderId: string; batch: string },
  hashes: readonly string[],
): Promise<number> {
  let count = 0;
  for (let start = 0; start < hashes.length; start += hashesAtOnce) {
    await loopTurn();
    const some = hashes.slice(start, start + hashesAtOnce);
    count += await unusedTextWrites(trx).removeUnused({ workspaceId }, place, some);
  }
  return count;
}
