import type { listChunkIds } from '@tendril/contract/api/document-store-chunks';
import type { listChunks, StoreChunk, updateChunk } from '@tendril/contract/api/document-stores';
import { chunksPerPage } from '@tendril/contract/api/document-stores';
import type { Answer, Body } from '@tendril/contract/api/endpoint';
import { AppError } from '@tendril/contract/app-error';
import { storableJson } from '@tendril/contract/storable-json';
import { createRests } from '../../../platform/db/create-rests.ts';
import type { DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { isCommonText, mostSearched } from '../../../platform/db/search/common-text.ts';
import { readableLists } from '../access/public.ts';
import { chunkTextWrites, storeIndexStore } from '../index/public.ts';
import { type ChunkRow, chunkStore, chunkWrites, listedChunkIds } from './chunks.store.ts';
import { type LoaderSummaryRow, storeLoaderStore } from './document-stores.store.ts';
import type { DocumentStoreParts, DocumentStores } from './document-stores.ts';
import { metadataFields } from './metadata-fields.ts';
import { toChunk, toLoaderSummary } from './store-answer.ts';
import { hashOf } from './text-hash.ts';

interface ChunkPlaceAsked {
  storeId: string;
  loaderId: string;
  chunkId: string;
}

/** A step that stops nothing else for long. */
const removedAtOnce = 20;

/** The pages of chunks of a knowledge base. */
function chunkPages({ db, reads, jobs }: DocumentStoreParts, stores: DocumentStores) {
  return async function page(
    scope: Scope,
    callers: readonly string[],
    asked: { storeId: string; fileId: string; pageNo: number },
    search: string | undefined,
  ): Promise<Answer<typeof listChunks>> {
    const { storeId, fileId, pageNo } = asked;
    const store = await stores.require(scope, storeId);
    const loader = fileId === 'all' ? undefined : await stores.requireLoader(scope, storeId, fileId);
    const rows = loader ? [loader] : await storeLoaderStore(db).summaries(scope, storeId);
    const batches = rows.flatMap(({ batch }) => (batch === null ? [] : [batch]));
    const offset = (pageNo - 1) * chunksPerPage;
    const heavy = chunkStore(reads.of(scope));
    const isFirst = search ? await isCommonText(reads.of(scope), scope, 'chunk', search) : false;
    const lists = await readableLists(reads.of(scope), store, callers);
    // Of what the caller may not read nothing is counted.
    const whole = lists ? await heavy.totals(scope, batches, lists) : totalsOf(rows);
    const chunks =
      search || lists
        ? await heavy.page(scope, { batches, search, isFirst, lists }, offset, chunksPerPage)
        : await pageOfBatches(heavy, scope, rows, offset);
    return {
      chunks: chunks.map(toChunk),
      count: search ? await heavy.count(scope, { batches, search, isFirst, lists }) : whole.chunks,
      ...(isFirst && whole.chunks > mostSearched && { isPartial: true }),
      currentPage: pageNo,
      file: loader ? toLoaderSummary(loader, await jobs.listOpen(scope, [storeId])) : null,
      storeName: store.name,
      description: store.description,
      docId: loader?.id ?? 'all',
      characters: whole.chars,
    };
  };
}

function totalsOf(rows: readonly LoaderSummaryRow[]): { chunks: number; chars: number } {
  return {
    chunks: rows.reduce((sum, row) => sum + row.totalChunks, 0),
    chars: rows.reduce((sum, row) => sum + row.totalChars, 0),
  };
}

/** The ids of chunks, in their order. */
function chunkIds({ db, reads }: DocumentStoreParts, stores: DocumentStores) {
  return async function ids(
    scope: Scope,
    callers: readonly string[],
    { storeId, fileId }: { storeId: string; fileId: string },
    { search, limit }: { search?: string | undefined; limit: number },
  ): Promise<Answer<typeof listChunkIds>> {
    const store = await stores.require(scope, storeId);
    const rows =
      fileId === 'all'
        ? await storeLoaderStore(db).summaries(scope, storeId)
        : [await stores.requireLoader(scope, storeId, fileId)];
    const batches = rows.flatMap(({ batch }) => (batch === null ? [] : [batch]));
    const heavy = chunkStore(reads.of(scope));
    const isFirst = search ? await isCommonText(reads.of(scope), scope, 'chunk', search) : false;
    const lists = await readableLists(reads.of(scope), store, callers);
    const found = await listedChunkIds(
      reads.of(scope),
      scope,
      { batches, search, isFirst, lists },
      limit + 1,
    );
    const isPartial = isFirst && (await heavy.totals(scope, batches, lists)).chunks > mostSearched;
    return { ids: found.slice(0, limit), isAll: found.length <= limit && !isPartial };
  };
}

/** The chunks of a knowledge base: paged, edited, deleted. */
export function createStoreChunks(parts: DocumentStoreParts, stores: DocumentStores) {
  const { db } = parts;
  async function find(
    scope: Scope,
    callers: readonly string[],
    { storeId, loaderId, chunkId }: ChunkPlaceAsked,
  ): Promise<ChunkRow> {
    const loader = await stores.requireLoader(scope, storeId, loaderId);
    const lists = await readableLists(db, await stores.require(scope, storeId), callers);
    const chunk = await chunkStore(db).find(scope, loader.batch ?? '', chunkId, lists);
    if (!chunk) throw new AppError('NOT_FOUND', 'Chunk not found.');
    return chunk;
  }

  return {
    page: chunkPages(parts, stores),
    ids: chunkIds(parts, stores),
    fields: metadataFields(parts, stores),

    async update(
      scope: Scope,
      callers: readonly string[],
      asked: ChunkPlaceAsked,
      body: Body<typeof updateChunk>,
    ): Promise<StoreChunk> {
      const chunk = await find(scope, callers, asked);
      const edited = editedTexts(chunk, body);
      const { pageContent, hash } = edited;
      const isOther = hash !== chunk.hash;
      await db.transaction().execute(async (trx) => {
        const editedFrom = isOther ? (chunk.editedFrom ?? chunk.hash) : chunk.editedFrom;
        await storeIndexStore(trx).count(scope, asked.storeId, true);
        await chunkWrites(trx).update(scope, chunk.id, { ...edited, editedFrom });
        // Metadata is read from the chunk: only changed text has to be embedded again.
        if (isOther)
          await storeLoaderStore(trx).countEdited(
            scope,
            chunk.loaderId,
            pageContent.length - chunk.pageContent.length,
          );
      });
      return toChunk({ ...chunk, ...edited });
    },

    /** Throws NOT_FOUND. */
    async remove(scope: Scope, callers: readonly string[], asked: ChunkPlaceAsked): Promise<void> {
      const chunk = await find(scope, callers, asked);
      await db.transaction().execute(async (trx) => {
        await storeIndexStore(trx).count(scope, asked.storeId, true);
        await removeRows(trx, scope, [chunk]);
      });
    },

    removeMany: removal(parts, stores),
  };
}

/** Deletes chunks of a knowledge base, wherever in it they are; those that are gone are passed over. */
function removal({ db }: DocumentStoreParts, stores: DocumentStores) {
  return async function removeMany(
    scope: Scope,
    callers: readonly string[],
    storeId: string,
    ids: readonly string[],
  ): Promise<{ removed: number }> {
    const store = await stores.require(scope, storeId);
    const lists = await readableLists(db, store, callers);
    const rest = createRests();
    const wanted = [...new Set(ids)];
    let removed = 0;
    for (let at = 0; at < wanted.length; at += removedAtOnce) {
      const some = wanted.slice(at, at + removedAtOnce);
      removed += await db.transaction().execute(async (trx) => {
        await storeIndexStore(trx).count(scope, storeId, true);
        const loaders = await storeLoaderStore(trx).summaries(scope, storeId);
        const batches = loaders.flatMap(({ batch }) => (batch === null ? [] : [batch]));
        const rows = await chunkStore(trx).byIds(scope, batches, some, lists);
        await removeRows(trx, scope, rows);
        return rows.length;
      });
      await rest();
    }
    return { removed };
  };
}

/** Deletes chunks of one knowledge base, and the texts that are in no other chunk of their loader. */
async function removeRows(trx: DatabaseTransaction, scope: Scope, rows: readonly ChunkRow[]): Promise<void> {
  if (rows.length === 0) return;
  await chunkWrites(trx).remove(
    scope,
    rows.map(({ id }) => id),
  );
  for (const [loaderId, own] of Map.groupBy(rows, (row) => row.loaderId)) {
    const [{ storeId, batch } = { storeId: '', batch: '' }] = own;
    const hashes = [...new Set(own.map(({ hash }) => hash))];
    const left = new Set((await chunkStore(trx).byHashes(scope, [batch], hashes)).map(({ hash }) => hash));
    for (const hash of hashes)
      if (!left.has(hash)) await chunkTextWrites(trx).removeText(scope, storeId, loaderId, hash);
    const chars = own.reduce((sum, { pageContent }) => sum + pageContent.length, 0);
    await storeLoaderStore(trx).countRemoved(scope, loaderId, { chunks: own.length, chars });
  }
}

/** What stands above a chunk in the index stays above it; an index text of its own, a question, stays as it is. */
function editedTexts({ indexText: before, pageContent: old }: ChunkRow, body: Body<typeof updateChunk>) {
  const pageContent = body.pageContent.replaceAll('\0', '').toWellFormed();
  const metadata = storableJson(body.metadata);
  const isBelow = before?.endsWith(old) === true;
  const indexText = isBelow ? before.slice(0, before.length - old.length) + pageContent : before;
  return { pageContent, metadata, indexText, hash: hashOf(indexText ?? pageContent) };
}

/** The loaders say how many chunks are in each batch: only those of the page are read. */
async function pageOfBatches(
  chunks: ReturnType<typeof chunkStore>,
  scope: Scope,
  loaders: readonly Pick<LoaderSummaryRow, 'batch' | 'totalChunks'>[],
  offset: number,
): Promise<ChunkRow[]> {
  const page: ChunkRow[] = [];
  let skipped = offset;
  const sorted = loaders
    .flatMap(({ batch, totalChunks }) => (batch === null ? [] : [{ batch, totalChunks }]))
    .sort((one, other) => (one.batch < other.batch ? -1 : 1));
  for (const { batch, totalChunks } of sorted) {
    if (page.length >= chunksPerPage) break;
    if (skipped < totalChunks)
      page.push(...(await chunks.page(scope, { batches: [batch] }, skipped, chunksPerPage - page.length)));
    skipped = Math.max(0, skipped - totalChunks);
  }
  return page;
}
