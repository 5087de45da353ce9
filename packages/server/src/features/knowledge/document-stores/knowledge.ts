import { randomUUID } from 'node:crypto';
import type { NodeServices, RunContext } from '@tendril/contract/node/run-context';
import type { Knowledge } from '@tendril/contract/provider/knowledge';
import type { NodeEvent } from '@tendril/contract/run-event';
import type { HeavyReads } from '../../../platform/db/readers/heavy-reads.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { ScopedCaller } from '../../../platform/http/caller.ts';
import type { CallerTokens } from '../../../platform/http/caller-tokens.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import type { WorkspaceLimits } from '../../../platform/limits/workspace-limits.ts';
import type { NodeSource } from '../../flows/nodes/public.ts';
import { readableLists } from '../access/public.ts';
import type { FinishedSearch } from '../gaps/public.ts';
import type { KnowledgeIndex } from '../index/public.ts';
import { createOutsideStores } from '../outside-stores/public.ts';
import { removalHandler } from './batch-removal.ts';
import { type ChunkPlace, chunkStore } from './chunks.store.ts';
import { describeStore } from './describe-store.ts';
import { type StoreRow, storeLoaderStore } from './document-stores.store.ts';
import { createDocumentStores, type DocumentStores } from './document-stores.ts';
import { findWithParents } from './found-parents.ts';
import { moveAllVectors } from './move-vectors.ts';
import { storeContext } from './node-context.ts';
import { outsideOpener } from './outside-choice.ts';
import { type FileProcessing, processHandler } from './process-loader.ts';
import { type QueryParts, queryStore, toFoundChunk } from './query-store.ts';
import { createQuestionVectors } from './question-vectors.ts';
import { createReadableStores } from './readable-stores.ts';
import { searchSettings } from './search-settings.ts';
import { createStoreChunks } from './store-chunks.ts';
import { listConfigs } from './store-configs.ts';
import type { StoreFiles } from './store-files.ts';
import { createStoreLoaders } from './store-loaders.ts';
import { createStoreMeasuring } from './store-measuring.ts';
import { createStoreNodes } from './store-nodes.ts';
import { createStoreOutside } from './store-outside.ts';
import { createStorePreparation } from './store-preparation.ts';
import { createStoreQueries } from './store-queries.ts';
import { createStoreUpserts } from './store-upserts.ts';
import { createStoreVectors } from './store-vectors.ts';
import { upsertHandler } from './upsert-vectors.ts';

const chunksAtOnce = 500;

interface KnowledgeParts {
  db: Database;
  reads: HeavyReads;
  index: KnowledgeIndex;
  jobs: JobQueue;
  callerTokens: CallerTokens;
  files: StoreFiles;
  limits: Pick<WorkspaceLimits, 'of'>;
  /** What reads files one by one. */
  fileProcessing: FileProcessing;
  catalogue(): Promise<NodeSource>;
  /** How similar texts of a knowledge base are that have nothing to do with each other, by one model. */
  floorOf(scope: Scope, storeId: string, embedding: string): Promise<number>;
  /** Called with each search of a run. */
  onSearch(search: FinishedSearch): void;
  /** Called after a knowledge base was added or removed: flows may have missed it, or use it still. */
  onChange(scope: Scope, id: string): void;
  /** What the server provides to nodes; files are those of the store. */
  provide(scope: Scope): Omit<NodeServices, 'readFile' | 'openFile' | 'readHistory'>;
}

/** A question to one knowledge base; `emit` gets the steps of the answer. `callId`: the call that it is noted for. */
interface KnowledgeQuestion {
  question: string;
  topK: number;
  signal: AbortSignal;
  callId?: string | undefined;
  emit(event: NodeEvent): void;
}

type DescriptionRequest =
  Parameters<typeof describeStore> extends [unknown, unknown, ...infer Rest] ? Rest : never;

/** Knowledge bases as a whole: records, loaders, chunks, vectors, and what flows see of them. */
export function createKnowledge({
  db,
  reads,
  index,
  jobs,
  callerTokens,
  files,
  limits,
  fileProcessing,
  catalogue,
  onChange,
  onSearch,
  floorOf,
  provide: provideNodeServices,
}: KnowledgeParts) {
  const nodes = createStoreNodes(catalogue);
  const provide = (scope: Scope, storeId: string): NodeServices => ({
    ...provideNodeServices(scope),
    readFile: (name) => files.read(scope, storeId, name),
    openFile: (name) => files.open(scope, storeId, name),
    readHistory: async () => [],
  });
  const parts = {
    db,
    reads,
    jobs,
    files,
    limits,
    nodes,
    onChange,
    provide,
    index,
    questions: createQuestionVectors({ nodes, provide }),
    prepare: createStorePreparation(db),
    outside: createOutsideStores({ db, reads, jobs, openClient: outsideOpener({ nodes, provide }) }),
  };
  const stores = createDocumentStores(parts);
  const loaders = createStoreLoaders(parts, stores);
  const vectors = createStoreVectors(parts, stores);
  jobs.register(processHandler(parts, fileProcessing));
  jobs.register(upsertHandler(parts));
  jobs.register(removalHandler(jobs));

  return {
    parts,
    stores,
    loaders,
    vectors,
    /** Whom access lists name when this caller reads. */
    callersOf: (caller: ScopedCaller) => callerTokens.of(caller, caller),
    readable: createReadableStores(db, callerTokens),
    files,
    nodes,
    outside: createStoreOutside(parts, stores, parts.outside),
    queries: createStoreQueries(parts, stores),
    measuring: createStoreMeasuring(parts, stores),
    chunks: createStoreChunks(parts, stores),
    upserts: createStoreUpserts(parts, stores, loaders, vectors),

    async configs(scope: Scope, id: string, loaderId: string) {
      return listConfigs(
        nodes,
        await stores.require(scope, id),
        await stores.requireLoader(scope, id, loaderId),
      );
    },

    describe: async (scope: Scope, id: string, ...asked: DescriptionRequest) => ({
      content: await describeStore(parts, await stores.require(scope, id), ...asked),
    }),

    /** The chunks of one knowledge base nearest to a question, for callers without a run. Throws NOT_FOUND. */
    search: async (scope: Scope, storeId: string, asked: KnowledgeQuestion) =>
      searchWithoutRun({ ...parts, onSearch }, await stores.require(scope, storeId), asked),

    /** Takes a knowledge base out of the memory. */
    forget: (storeId: string) => index.forget(storeId),

    /** Moves what the release before stored. */
    moveVectors: (signal: AbortSignal) => moveAllVectors(db, signal),

    /** Brings the vector stores elsewhere in step with what was written and deleted here. */
    syncOutside: () => parts.outside.sweep(),

    close: () => index.close(),

    /** What the nodes of a run may see: the knowledge bases of its workspace. */
    of: (scope: Scope, callers?: readonly string[], isRelatedOnly = false): Knowledge =>
      knowledgeOf({ ...parts, onSearch, floorOf }, stores, scope, { callers, isRelatedOnly }),
  };
}

async function searchWithoutRun(
  parts: QueryParts & Pick<KnowledgeParts, 'onSearch'>,
  store: StoreRow,
  { emit, question, topK, signal, callId }: KnowledgeQuestion,
) {
  const { id, name: label } = store;
  const node = { nodeId: id, services: parts.provide(store, id), credential: null, label };
  const context = { ...storeContext({ ...node, signal }), emit };
  return findWithParents(parts.db, store, topK, async (wide = topK) => {
    const asked = { question, configuration: { topK: wide }, signal, context };
    const found = await queryStore(parts, store, asked);
    if (callId !== undefined && !signal.aborted)
      parts.onSearch(finishedSearch(store, { question, of: { callId } }, found));
    return found.docs.map(toFoundChunk);
  });
}

type SearchedParts = QueryParts & Pick<KnowledgeParts, 'onSearch' | 'floorOf'>;

interface Reading {
  callers: readonly string[] | undefined;
  /** Nothing is found where all that was found is as unlike the question as texts are that have nothing in common. */
  isRelatedOnly: boolean;
}

export type KnowledgeService = ReturnType<typeof createKnowledge>;

/** What a search has come to, for those who look for questions without an answer. */
function finishedSearch(
  { workspaceId, id: storeId }: Scope & { id: string },
  asked: Pick<FinishedSearch, 'question' | 'of'>,
  { docs, misses, asked: { embedding, vector } }: Awaited<ReturnType<typeof queryStore>>,
): FinishedSearch {
  const scores = [...docs, ...misses].map(({ score }) => score);
  const bestScore = scores.length > 0 ? Math.max(...scores) : null;
  return { workspaceId, storeId, ...asked, hasFound: docs.length > 0, bestScore, embedding, vector };
}

function knowledgeOf(
  parts: SearchedParts,
  stores: DocumentStores,
  scope: Scope,
  { callers, isRelatedOnly }: Reading,
): Knowledge {
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
      const wanted = topK ?? searchSettings(store).topK;
      const docs = await findWithParents(db, store, wanted, async (wide = wanted) => {
        const asked = { question, configuration: { topK: wide }, context, callers, signal: context.signal };
        const found = await queryStore(parts, store, asked);
        if (found.hidden > 0) traceHidden(context, found.hidden);
        const finished = finishedSearch(store, { question, of: { runId: context.session.runId } }, found);
        parts.onSearch(finished);
        if (isRelatedOnly && (await isUnrelated(parts, finished, context))) return [];
        return found.docs.map(toFoundChunk);
      });
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
      const lists = await readableLists(db, await stores.require(scope, storeId), callers);
      const batches = (await loadersOf(storeId)).flatMap(({ batch }) => (batch === null ? [] : [batch]));
      let place: ChunkPlace | undefined;
      for (;;) {
        const rows = await chunkStore(db).after(scope, batches, place, chunksAtOnce, lists);
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

/** Whether even the best is no more like the question than chance; the trace of the run says so. */
async function isUnrelated(
  { floorOf }: SearchedParts,
  { workspaceId, storeId, embedding, vector, hasFound, bestScore }: FinishedSearch,
  { nodeId, emit }: RunContext,
): Promise<boolean> {
  // Words alone say nothing of likeness.
  if (!hasFound || bestScore === null || vector.length === 0) return false;
  const floor = await floorOf({ workspaceId }, storeId, embedding);
  if (bestScore >= floor) return false;
  const step = { stepId: randomUUID(), kind: 'retrieval', name: 'Floor', nodeId } as const;
  emit({ type: 'step-start', ...step, input: { floor } });
  emit({ type: 'step-end', ...step, output: { bestScore }, ms: 0 });
  return true;
}

/** Says in the trace of a run how much of what is there its caller may not read. */
function traceHidden({ nodeId, emit }: RunContext, hidden: number): void {
  const step = { stepId: randomUUID(), kind: 'retrieval', name: 'Access', nodeId } as const;
  emit({ type: 'step-start', ...step, input: {} });
  emit({ type: 'step-end', ...step, output: { hidden }, ms: 0 });
}
