import type { ChosenReranker, SearchConfiguration } from '@tendril/contract/api/search-configuration';
import { AppError } from '@tendril/contract/app-error';
import type { Scope } from '../../../platform/db/scope.ts';
import { foundChunkStore } from '../search/public.ts';
import { buildCandidate, removeCandidate } from './candidate-chunks.ts';
import { chunkStore } from './chunks.store.ts';
import { documentOf } from './document-of.ts';
import { storeLoaderStore } from './document-stores.store.ts';
import type { DocumentStores } from './document-stores.ts';
import { removeLeftCandidates } from './left-candidates.store.ts';
import { type GivenChunk, searchMeasured } from './measured-search.ts';
import { openReranker } from './open-reranker.ts';
import { type ChosenModel, openStoreModel } from './open-store-model.ts';
import type { QueryParts } from './query-store.ts';
import { withSettings } from './search-settings.ts';
import { readFields } from './store-nodes.ts';

type Chunk = Omit<GivenChunk, 'givenText'>;

const leastSampled = 120;

/** What measurements need of knowledge bases: answers with their costs, chunks, models, and other ways to cut documents. */
export function createStoreMeasuring(parts: QueryParts, stores: DocumentStores) {
  const { db, nodes } = parts;

  return {
    async search(
      scope: Scope,
      storeId: string,
      asked: Parameters<typeof searchMeasured>[2],
    ): ReturnType<typeof searchMeasured> {
      return searchMeasured(parts, await stores.require(scope, storeId), asked);
    },

    /** A configuration with everything that it leaves to the store. Throws INVALID_INPUT for a reranker that cannot be. */
    async resolve(scope: Scope, storeId: string, given: SearchConfiguration) {
      const configuration = withSettings(await stores.require(scope, storeId), given);
      if (configuration.reranker) await checkReranker(scope, storeId, configuration.reranker);
      return configuration;
    },

    /** Current chunks, in the order of their ids. Throws NOT_FOUND unless all of them are there. */
    async chunks(scope: Scope, storeId: string, ids: readonly string[]): Promise<Chunk[]> {
      return Promise.all(
        ids.map(async (id) => {
          const row = await foundChunkStore(db).find(scope, storeId, id);
          if (!row) throw new AppError('NOT_FOUND', 'Chunk not found.');
          return toChunk(row);
        }),
      );
    },

    /** So many chunks with something to ask about, spread over the whole knowledge base. */
    async sample(scope: Scope, storeId: string, count: number): Promise<Chunk[]> {
      const loaders = await storeLoaderStore(db).summaries(scope, storeId);
      const sources = new Map(loaders.map(({ id, source }) => [id, source]));
      const batches = loaders.flatMap(({ batch }) => (batch === null ? [] : [batch]));
      const all = loaders.reduce((sum, { totalChunks }) => sum + totalChunks, 0);
      const chunks: Chunk[] = [];
      const step = Math.max(1, Math.floor(all / (count * 2)));
      for (let offset = 0; offset < all && chunks.length < count; offset += step) {
        const [row] = await chunkStore(db).page(scope, { batches }, offset, 1);
        if (row && row.pageContent.length >= leastSampled)
          chunks.push(toChunk({ ...row, source: sources.get(row.loaderId) ?? '' }));
      }
      return chunks;
    },

    openModel(scope: Scope, storeId: string, choice: ChosenModel, signal: AbortSignal) {
      const services = parts.provide(scope, storeId);
      return openStoreModel({ nodes, services, choice, where: 'model', signal });
    },

    /** Throws INVALID_INPUT naming the field. */
    async checkChunker(name: string, config: Readonly<Record<string, unknown>>, where: string) {
      const { node, template } = await nodes.require('splitters', name, `${where}.splitterId`);
      readFields(node, config, `${where}.splitterConfig`);
      return template.label;
    },

    async buildCandidate(scope: Scope, storeId: string, asked: Parameters<typeof buildCandidate>[2]) {
      return buildCandidate(parts, await stores.require(scope, storeId), asked);
    },

    removeCandidate: (place: Scope & { id: string }) => removeCandidate(parts, place),

    /** Candidates of tries that will not go on. */
    removeLeftCandidates: () => removeLeftCandidates(db),
  };

  async function checkReranker(scope: Scope, storeId: string, choice: ChosenReranker): Promise<void> {
    const services = parts.provide(scope, storeId);
    await openReranker({ nodes, services, choice, signal: new AbortController().signal });
  }
}

function toChunk(row: {
  id: string;
  hash: string;
  pageContent: string;
  metadata: string;
  source: string;
}): Chunk {
  const metadata = JSON.parse(row.metadata) as Record<string, unknown>;
  const { id, hash, pageContent, source } = row;
  return { id, hash, source: documentOf({ metadata, source }), metadata, ownText: pageContent };
}
