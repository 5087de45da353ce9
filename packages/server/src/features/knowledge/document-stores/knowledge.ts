import type { NodeServices } from '@tendril/contract/node/run-context';
import type { Knowledge } from '@tendril/contract/provider/knowledge';
import type { NodeEvent } from '@tendril/contract/run-event';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import type { NodeSource } from '../../flows/nodes/public.ts';
import { type ChunkPlace, chunkStore } from './chunks.store.ts';
import { describeStore } from './describe-store.ts';
import { storeLoaderStore } from './document-stores.store.ts';
import { createDocumentStores, type DocumentStores } from './document-stores.ts';
import { storeContext } from './node-context.ts';
import { processHandler } from './process-loader.ts';
import { type QueryParts, queryStore } from './query-store.ts';
import { createStoreChunks } from './store-chunks.ts';
import { listConfigs } from './store-configs.ts';
import type { StoreFiles } from './store-files.ts';
import { createStoreLoaders } from './store-loaders.ts';
import { createStoreNodes } from './store-nodes.ts';
import { createStoreUpserts } from './store-upserts.ts';
import { createStoreVectors } from './store-vectors.ts';
import { upsertHandler } from './upsert-vectors.ts';
import { openVectorSearch, type VectorSearch } from './vector-search.ts';

const chunksAtOnce = 500;

interface KnowledgeParts {
  db: Database;
  jobs: Jobs;
  files: StoreFiles;
  catalogue(): Promise<NodeSource>;
  /** What the server provides to nodes; files are those of the store. */
  provide(scope: Scope): Omit<NodeServices, 'readFile' | 'openFile' | 'readHistory'>;
}

/** A question to one knowledge base; `emit` gets the steps of the answer. */
interface KnowledgeQuestion {
  question: string;
  topK: number;
  signal: AbortSignal;
  emit(event: NodeEvent): void;
}

/** Knowledge bases as a whole: records, loaders, chunks, vectors, and what flows see of them. */
export function createKnowledge({
  db,
  jobs,
  files,
  catalogue,
  provide: provideNodeServices,
}: KnowledgeParts) {
  const nodes = createStoreNodes(catalogue);
  let search: Promise<VectorSearch> | undefined;
  const provide = (scope: Scope, storeId: string): NodeServices => ({
    ...provideNodeServices(scope),
    readFile: (name) => files.read(scope, storeId, name),
    openFile: (name) => files.open(scope, storeId, name),
    readHistory: async () => [],
  });
  const parts = {
    db,
    jobs,
    files,
    nodes,
    provide,
    search() {
      search ??= openVectorSearch(db);
      return search;
    },
  };
  const stores = createDocumentStores(parts);
  const loaders = createStoreLoaders(parts, stores);
  const vectors = createStoreVectors(parts, stores);
  jobs.register(processHandler(parts));
  jobs.register(upsertHandler(parts));

  return {
    stores,
    loaders,
    vectors,
    files,
    nodes,
    chunks: createStoreChunks(parts, stores),
    upserts: createStoreUpserts(parts, stores, loaders, vectors),

    async configs(scope: Scope, id: string, loaderId: string) {
      return listConfigs(
        nodes,
        await stores.require(scope, id),
        await stores.requireLoader(scope, id, loaderId),
      );
    },

    async describe(scope: Scope, id: string, body: Parameters<typeof describeStore>[2], signal: AbortSignal) {
      const content = await describeStore(
        { ...parts, catalogue },
        await stores.require(scope, id),
        body,
        signal,
      );
      return { content };
    },

    /** The chunks of one knowledge base nearest to a question, for callers without a run. Throws NOT_FOUND. */
    async search(scope: Scope, storeId: string, { emit, ...asked }: KnowledgeQuestion) {
      const store = await stores.require(scope, storeId);
      const node = {
        nodeId: storeId,
        services: provide(scope, storeId),
        credential: null,
        label: store.name,
      };
      const context = { ...storeContext({ ...node, signal: asked.signal }), emit };
      return (await queryStore(parts, store, { ...asked, context })).docs;
    },

    /** What the nodes of a run may see: the knowledge bases of its workspace. */
    of: (scope: Scope): Knowledge => knowledgeOf(parts, stores, scope),
  };
}

export type KnowledgeService = ReturnType<typeof createKnowledge>;

function knowledgeOf(parts: QueryParts, stores: DocumentStores, scope: Scope): Knowledge {
  const { db } = parts;
  const loadersOf = (storeId: string) => storeLoaderStore(db).summaries(scope, storeId);

  return {
    listStores: async () =>
      (await stores.list(scope)).map(({ id, name, description, loaders }) => ({
        id,
        name,
        description,
        isSearchable: loaders.some(({ vectorStatus }) => vectorStatus !== 'NONE'),
      })),

    async searchStore(storeId, question, topK, context) {
      const store = await stores.require(scope, storeId);
      const asked = { question, topK, context, signal: context.signal };
      const { docs } = await queryStore(parts, store, asked);
      return docs.map(({ id, pageContent, metadata, score, source, chunkNo }) => ({
        id,
        pageContent,
        metadata: { source, ...metadata, chunkNo },
        score,
      }));
    },

    async revisionOf(storeId) {
      await stores.require(scope, storeId);
      return (await loadersOf(storeId)).map((row) => `${row.id}:${row.batch}:${row.chunkRevision}`).join(' ');
    },

    async *readChunks(storeId) {
      await stores.require(scope, storeId);
      const batches = (await loadersOf(storeId)).flatMap(({ batch }) => (batch === null ? [] : [batch]));
      let place: ChunkPlace | undefined;
      for (;;) {
        const rows = await chunkStore(db).after(scope, batches, place, chunksAtOnce);
        if (rows.length === 0) return;
        yield rows.map(({ id, pageContent, metadata }) => ({
          id,
          pageContent,
          metadata: JSON.parse(metadata) as Record<string, unknown>,
        }));
        place = rows.at(-1);
      }
    },
  };
}
