import type { listChunks, StoreChunk, updateChunk } from '@tendril/contract/api/document-stores';
import { chunksPerPage } from '@tendril/contract/api/document-stores';
import type { Answer, Body } from '@tendril/contract/api/endpoint';
import { AppError } from '@tendril/contract/app-error';
import type { Scope } from '../../../platform/db/scope.ts';
import { type ChunkRow, chunkStore, chunkWrites } from './chunks.store.ts';
import { storeLoaderStore } from './document-stores.store.ts';
import type { DocumentStoreParts, DocumentStores } from './document-stores.ts';
import { hashOf } from './process-loader.ts';
import { toChunk, toLoaderSummary } from './store-answer.ts';
import { vectorStore } from './vectors.store.ts';

interface ChunkPlaceAsked {
  storeId: string;
  loaderId: string;
  chunkId: string;
}

/** The chunks of a knowledge base: paged, edited, deleted. */
export function createStoreChunks({ db, jobs }: DocumentStoreParts, stores: DocumentStores) {
  async function find(scope: Scope, { storeId, loaderId, chunkId }: ChunkPlaceAsked): Promise<ChunkRow> {
    const loader = await stores.requireLoader(scope, storeId, loaderId);
    const chunk = await chunkStore(db).find(scope, loader.batch ?? '', chunkId);
    if (!chunk) throw new AppError('NOT_FOUND', 'Chunk not found.');
    return chunk;
  }

  return {
    async page(
      scope: Scope,
      asked: { storeId: string; fileId: string; pageNo: number },
      search: string | undefined,
    ): Promise<Answer<typeof listChunks>> {
      const { storeId, fileId, pageNo } = asked;
      const store = await stores.require(scope, storeId);
      const loader = fileId === 'all' ? undefined : await stores.requireLoader(scope, storeId, fileId);
      const rows = loader ? [loader] : await storeLoaderStore(db).summaries(scope, storeId);
      const batches = rows.flatMap(({ batch }) => (batch === null ? [] : [batch]));
      const offset = (pageNo - 1) * chunksPerPage;
      const chunks = await chunkStore(db).page(scope, batches, search, offset, chunksPerPage);
      return {
        chunks: chunks.map(toChunk),
        count: search
          ? await chunkStore(db).count(scope, batches, search)
          : rows.reduce((sum, row) => sum + row.totalChunks, 0),
        currentPage: pageNo,
        file: loader ? toLoaderSummary(loader, await jobs.listOpen(scope, [storeId])) : null,
        storeName: store.name,
        description: store.description,
        docId: loader?.id ?? 'all',
        characters: rows.reduce((sum, row) => sum + row.totalChars, 0),
      };
    },

    async update(scope: Scope, asked: ChunkPlaceAsked, body: Body<typeof updateChunk>): Promise<StoreChunk> {
      const chunk = await find(scope, asked);
      const pageContent = body.pageContent.replaceAll('\0', '').toWellFormed();
      const hash = hashOf(pageContent);
      const metadata = JSON.stringify(body.metadata).replaceAll('\\u0000', '');
      const isOther = hash !== chunk.hash;
      await db.transaction().execute(async (trx) => {
        const editedFrom = isOther ? (chunk.editedFrom ?? chunk.hash) : chunk.editedFrom;
        await chunkWrites(trx).update(scope, chunk.id, { pageContent, metadata, hash, editedFrom });
        // Metadata is read from the chunk: only changed text has to be embedded again.
        if (isOther)
          await storeLoaderStore(trx).countEdited(
            scope,
            chunk.loaderId,
            pageContent.length - chunk.pageContent.length,
          );
      });
      return toChunk({ ...chunk, pageContent, metadata, hash });
    },

    async remove(scope: Scope, asked: ChunkPlaceAsked): Promise<void> {
      const chunk = await find(scope, asked);
      const { id, storeId, loaderId, batch, hash, pageContent } = chunk;
      await db.transaction().execute(async (trx) => {
        await chunkWrites(trx).remove(scope, id);
        const same = await chunkStore(trx).byHashes(scope, [batch], [hash]);
        if (same.length === 0) await vectorStore(trx).removeText(scope, storeId, loaderId, hash);
        await storeLoaderStore(trx).countRemoved(scope, loaderId, pageContent.length);
      });
    },
  };
}
