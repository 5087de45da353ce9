import { builtInVectorStore, type FoundChunk } from '@tendril/contract/api/document-store-vectors';
import type { MetadataFilter } from '@tendril/contract/api/metadata-filter';
import type { SearchConfiguration } from '@tendril/contract/api/search-configuration';
import type { RunContext } from '@tendril/contract/node/run-context';
import { createRowAccess } from '../access/public.ts';
import { storeIndexStore } from '../index/public.ts';
import type { OutsideStores } from '../outside-stores/public.ts';
import {
  type SearchedChunk,
  type SearchParts,
  type SearchRequest,
  type SearchResult,
  searchStore,
} from '../search/public.ts';
import type { StoreRow } from './document-stores.store.ts';
import { openReranker } from './open-reranker.ts';
import type { ProcessParts } from './process-loader.ts';
import type { QuestionVectors } from './question-vectors.ts';
import { withSettings } from './search-settings.ts';
import { readChoice, toChunk } from './store-answer.ts';

export interface QueryParts extends Pick<ProcessParts, 'nodes' | 'provide'>, SearchParts {
  questions: QuestionVectors;
  outside: Pick<OutsideStores, 'searchOf'>;
  /** Makes vectors of the release before findable, where a store still has some. */
  prepare(store: StoreRow): Promise<void>;
}

export interface StoreQuery {
  question: string;
  /** What is absent is as the store is configured. */
  configuration?: SearchConfiguration;
  filter?: MetadataFilter | undefined;
  /** Tokens of the one who asks; the public's when absent. They count where the lists of the store decide. */
  callers?: readonly string[] | undefined;
  /** To see what somebody else finds: what both may read. */
  as?: readonly string[] | undefined;
  signal: AbortSignal;
  /** The run on whose behalf it is asked. */
  context?: RunContext;
}

/** A search, and how long the question's vector took. */
interface StoreFinds extends SearchResult {
  embedMs: number;
  asked: Pick<SearchRequest, 'embedding' | 'vector'>;
}

/** What is searched for: the question's vector by the live model, and the settings of the store. */
export async function prepareQuery(
  parts: QueryParts,
  store: StoreRow,
  { question, configuration = {}, filter, callers, as, signal, context }: StoreQuery,
): Promise<{ request: SearchRequest; embedMs: number }> {
  await parts.prepare(store);
  const state = await storeIndexStore(parts.db).find(store, store.id);
  const startedAt = performance.now();
  const asked = await parts.questions.vectorOf(store, state, { question, signal, context });
  const embedMs = Math.round((performance.now() - startedAt) * 100) / 100;
  const { mode, wordWeight, topK, minScore, diversity, reranker } = withSettings(store, configuration);
  const { nodes } = parts;
  const services = reranker && parts.provide(store, store.id);
  const emit = context?.emit.bind(context);
  const rerank = services && (await openReranker({ nodes, services, choice: reranker, signal, emit }));
  const choice = readChoice(store.vectorStoreConfig);
  const isElsewhere = choice !== null && choice.name !== builtInVectorStore;
  const outside = isElsewhere
    ? await parts.outside.searchOf(store, store.id, asked.embedding, signal)
    : undefined;
  const request = {
    ...{ question, ...asked, state, signal, filter, mode, wordWeight, topK, outside },
    access: store.audience === 'restricted' ? createRowAccess(parts.reads, callers, as) : undefined,
    minScore: minScore ?? undefined,
    diversity: diversity > 0 ? 1 - diversity : undefined,
    ...(rerank && { rerank, rerankLimitMs: reranker?.limitMs }),
  };
  return { request, embedMs };
}

/** Finds the chunks of a knowledge base nearest to a question, and the nearest ones that were left out. */
export async function queryStore(parts: QueryParts, store: StoreRow, query: StoreQuery): Promise<StoreFinds> {
  const { request, embedMs } = await prepareQuery(parts, store, query);
  const { embedding, vector } = request;
  return { ...(await searchStore(parts, store, request)), embedMs, asked: { embedding, vector } };
}

/** A found chunk as answers have it. */
export function toFoundChunk({ row, score }: SearchedChunk): FoundChunk {
  return { ...toChunk(row), score, loaderName: row.loaderName, source: row.source };
}
