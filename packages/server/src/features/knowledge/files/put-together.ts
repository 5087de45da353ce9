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
import { storeIndexStore } from '../index/public.ts';
import {
  type DocumentFileRow,
  documentFileWrites,
  fileClaimWrites,
  waitingFileStore,
} from './document-files.store.ts';
import { fileChunkStore } from './file-chunks.store.ts';
import type { FileJob } from './file-job.ts';
import type { ContentFacts } from './open-file.ts';
import { changedTotals, nextRevisions, putVectors, removeUnused } from './put-file.ts';

/** A file of which everything was read. */
export interface WholeFile {
  file: DocumentFileRow;
  /** It has no row yet. */
  isNew: boolean;
  edition: string;
  rows: readonly ChunkRow[];
  parents: readonly ParentRow[];
  changes: ContentFacts;
}

/** After so many files others are served, who need no database. */
const filesAtOnce = 8;

interface PutFiles {
  /** Those that are in place now; others were replaced or deleted meanwhile, or their key was taken. */
  files: readonly WholeFile[];
  /** How many texts are in no chunk any more. */
  numDeleted: number;
}

/** Puts files in place of what was stored of them, all in one transaction. */
export async function putTogether(
  trx: DatabaseTransaction,
  job: FileJob,
  files: readonly WholeFile[],
  vectors: PreparedChunks['sets'],
): Promise<PutFiles> {
  const { storeId, id: loaderId } = job.loader;
  // Before anything else: changes of a knowledge base are put one after the other.
  await storeIndexStore(trx).count(job, storeId, true);
  const loader = await storeLoaderStore(trx).find(job, loaderId);
  if (!loader) throw new AppError('NOT_FOUND', 'The loader was deleted.');
  const batch = loader.batch ?? randomUUID();
  const own = await settle(trx, job, files);
  const old = await takeOut(trx, job, batch, own);
  const now = await insert(trx, batch, own);
  await storeLoaderStore(trx).update(job, loaderId, {
    batch,
    ...changedTotals(loader, { chunks: now.chunks - old.chunks, chars: now.chars - old.chars }),
    ...nextRevisions(loader, job.sets !== null),
  });
  const hashes = new Set(own.flatMap(({ rows }) => rows.map(({ hash }) => hash)));
  await putVectors(
    trx,
    job,
    vectors.map(({ embedding, rows }) => ({ embedding, rows: rows.filter(({ hash }) => hashes.has(hash)) })),
  );
  const { workspaceId } = job;
  const numDeleted = await removeUnused(trx, { workspaceId, storeId, loaderId, batch }, old.hashes);
  return { files: own, numDeleted };
}

/** Characters as databases count them. */
const charsOf = (text: string) => text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);

function totalsOf(rows: readonly ChunkRow[]) {
  return { chunks: rows.length, chars: rows.reduce((sum, { pageContent }) => sum + charsOf(pageContent), 0) };
}

/** Writes the rows of files; returns those that are the job's still. */
async function settle(
  trx: DatabaseTransaction,
  job: FileJob,
  files: readonly WholeFile[],
): Promise<WholeFile[]> {
  const settled = ({ rows, edition, changes }: WholeFile) => ({
    ...changes,
    ...totalsOf(rows),
    ...{ state: job.sets ? ('embedded' as const) : ('chunked' as const), edition, error: null, attempts: 0 },
  });
  const fresh = files.filter(({ isNew }) => isNew);
  const last = fresh.length === 0 ? 0 : await waitingFileStore(trx).lastPosition(job.loader);
  const added = fresh.map((one, at) => ({ ...one.file, ...settled(one), position: last + at + 1 }));
  const ids = new Set(await documentFileWrites(trx).insertNew(added));
  const claims = fileClaimWrites(trx);
  for (const [at, one] of files.entries()) {
    if (at % filesAtOnce === 0) await loopTurn();
    if (!one.isNew && (await claims.settle(job, one.file.id, job.id, settled(one)))) ids.add(one.file.id);
  }
  return files.filter(({ file }) => ids.has(file.id));
}

/** Deletes what was stored of files before. */
async function takeOut(trx: DatabaseTransaction, job: FileJob, batch: string, files: readonly WholeFile[]) {
  const store = fileChunkStore(trx);
  const old = { chunks: 0, chars: 0, hashes: [] as string[] };
  for (const [at, { file, isNew }] of files.entries()) {
    if (at % filesAtOnce === 0) await loopTurn();
    if (isNew) continue;
    const place = { fileId: file.id, batch };
    const { chunks, chars } = await store.totals(job, place);
    if (chunks === 0) continue;
    old.chunks += chunks;
    old.chars += chars;
    if (job.sets) old.hashes.push(...(await store.hashes(job, place)));
    await store.remove(job, place);
  }
  return old;
}

async function insert(trx: DatabaseTransaction, batch: string, files: readonly WholeFile[]) {
  const rows = files.flatMap((file) => file.rows);
  const before = await fileChunkStore(trx).lastNo(batch);
  await loopTurn();
  await parentStore(trx).insert(
    files.flatMap(({ parents }) => parents.map((parent) => ({ ...parent, batch }))),
  );
  await chunkWrites(trx).insert(rows.map((row, at) => ({ ...row, batch, chunkNo: before + at + 1 })));
  return totalsOf(rows);
}
