import type { FoundChunk } from '@tendril/contract/api/document-store-vectors';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { Scope } from '../../../platform/db/scope.ts';
import { chunkStore } from './chunks.store.ts';
import { type LoaderSummaryRow, type StoreRow, storeLoaderStore } from './document-stores.store.ts';
import type { ProcessParts } from './process-loader.ts';
import { readChoice, toChunk } from './store-answer.ts';
import { openEmbedder } from './store-embedder.ts';
import type { RankedText, VectorSearch } from './vector-search.ts';

const defaultTopK = 4;
const nearMisses = 3;
const firstLook = 50;
/** A filter that matches nothing must not scan a large store to its end. */
const lastLook = 12_800;

export interface QueryParts extends Pick<ProcessParts, 'db' | 'nodes' | 'provide'> {
  search(): Promise<VectorSearch>;
}

interface StoreQuery {
  question: string;
  topK?: number | undefined;
  minScore?: number | undefined;
  filter?: Readonly<Record<string, string | number | boolean>> | undefined;
  signal: AbortSignal;
  /** The run on whose behalf it is asked. */
  context?: RunContext;
}

interface StoreFinds {
  docs: FoundChunk[];
  misses: FoundChunk[];
}

/** How many chunks a question finds by default. */
function topKOf(store: StoreRow): number {
  const given = Number(readChoice(store.vectorStoreConfig)?.config['topK'] || defaultTopK);
  return Number.isInteger(given) && given >= 1 && given <= 200 ? given : defaultTopK;
}

/** Finds the chunks of a knowledge base nearest to a question, and the nearest ones that were left out. */
export async function queryStore(parts: QueryParts, store: StoreRow, query: StoreQuery): Promise<StoreFinds> {
  const { db, nodes, provide } = parts;
  const topK = query.topK ?? topKOf(store);
  const services = provide(store, store.id);
  const choice = readChoice(store.embeddingConfig);
  const embedder = await openEmbedder({ nodes, services, choice, signal: query.signal });
  const [vector] = await embedder.embed([query.question], query.context);
  const loaders = await storeLoaderStore(db).summaries(store, store.id);
  const search = await parts.search();
  const place = { workspaceId: store.workspaceId, storeId: store.id, embedding: embedder.embedding };
  let finds: FoundChunk[] = [];
  const wanted = topK + nearMisses;
  for (let limit = Math.max(firstLook, wanted * 2); vector; limit *= 4) {
    const ranked = await search.nearest(place, vector, limit);
    finds = await chunksOf(parts, store, loaders, ranked, query.filter);
    // Texts whose chunk is gone, and those that a filter excludes, extend the search.
    if (finds.length >= wanted || ranked.length < limit || limit >= lastLook) break;
  }
  const isFind = (chunk: FoundChunk, at: number) => at < topK && chunk.score >= (query.minScore ?? -1);
  return {
    docs: finds.filter(isFind),
    misses: finds.filter((chunk, at) => !isFind(chunk, at)).slice(0, nearMisses),
  };
}

async function chunksOf(
  { db }: Pick<QueryParts, 'db'>,
  scope: Scope,
  loaders: readonly LoaderSummaryRow[],
  ranked: readonly RankedText[],
  filter: StoreQuery['filter'],
): Promise<FoundChunk[]> {
  const batches = loaders.flatMap(({ batch }) => (batch === null ? [] : [batch]));
  const byText = new Map<string, FoundChunk>();
  for (let start = 0; start < ranked.length; start += 500) {
    const hashes = ranked.slice(start, start + 500).map(({ hash }) => hash);
    for (const row of await chunkStore(db).byHashes(scope, batches, hashes)) {
      const key = `${row.loaderId} ${row.hash}`;
      const loader = loaders.find(({ id }) => id === row.loaderId);
      const chunk = { ...toChunk(row), loaderName: loader?.loaderName ?? '', source: loader?.source ?? '' };
      // Of chunks with the same text, the first.
      if (!byText.has(key) && fits(chunk.metadata, filter)) byText.set(key, { ...chunk, score: 0 });
    }
  }
  return ranked.flatMap(({ loaderId, hash, score }) => {
    const chunk = byText.get(`${loaderId} ${hash}`);
    return chunk ? [{ ...chunk, score }] : [];
  });
}

function fits(metadata: Record<string, unknown>, filter: StoreQuery['filter']): boolean {
  return Object.entries(filter ?? {}).every(([name, wanted]) => {
    const value = Object.hasOwn(metadata, name) ? metadata[name] : undefined;
    return Array.isArray(value) ? value.includes(wanted) : String(value) === String(wanted);
  });
}
