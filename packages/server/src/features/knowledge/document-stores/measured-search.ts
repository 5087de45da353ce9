import type { SearchConfiguration } from '@tendril/contract/api/search-configuration';
import type { Scope } from '../../../platform/db/scope.ts';
import { storeIndexStore } from '../index/public.ts';
import { searchStore } from '../search/public.ts';
import { documentOf } from './document-of.ts';
import type { StoreRow } from './document-stores.store.ts';
import { findWithParents } from './found-parents.ts';
import { storeContext } from './node-context.ts';
import { prepareQuery, type QueryParts, toFoundChunk } from './query-store.ts';

/** A chunk of an answer: what it is, and what a model would be given of it. */
export interface GivenChunk {
  id: string;
  hash: string;
  /** The document it is of. */
  source: string;
  metadata: Record<string, unknown>;
  ownText: string;
  givenText: string;
}

/** An answer, and what it took. */
interface MeasuredAnswer {
  chunks: GivenChunk[];
  /** Without the embedding of the question, which may be known already. */
  ms: number;
  costUsd: number;
}

interface MeasuredQuestion {
  question: string;
  configuration: SearchConfiguration;
  signal: AbortSignal;
  /** A set of chunks beside the live one. */
  candidate?: (Scope & { id: string }) | undefined;
}

/** Answers a question the way flows are answered, and says what that took. */
export async function searchMeasured(
  parts: QueryParts,
  store: StoreRow,
  { question, configuration, signal, candidate }: MeasuredQuestion,
): Promise<MeasuredAnswer> {
  let costUsd = 0;
  const services = parts.provide(store, store.id);
  const own = storeContext({ nodeId: store.id, services, credential: null, label: store.name, signal });
  const context = {
    ...own,
    emit(event: Parameters<typeof own.emit>[0]) {
      if (event.type === 'step-end') costUsd += event.costUsd ?? 0;
    },
  };
  // Only people who may read all of it see the figures.
  const open = { ...store, audience: 'open' as const };
  const { request } = await prepareQuery(parts, open, { question, configuration, signal, context });
  const place = candidate ?? store;
  const state = candidate ? await storeIndexStore(parts.db).find(candidate, candidate.id) : request.state;
  const startedAt = performance.now();
  const found = await findWithParents(parts.db, place, request.topK, async (topK = request.topK) => {
    const { docs } = await searchStore(parts, place, { ...request, state, topK });
    return docs.map((chunk) => ({ ...toFoundChunk(chunk), row: chunk.row }));
  });
  const ms = Math.round((performance.now() - startedAt) * 100) / 100;
  const chunks = found.map(({ id, pageContent, metadata, source, row }) => ({
    ...{ id, hash: row.hash, source: documentOf({ metadata, source }), metadata },
    ...{ ownText: row.pageContent, givenText: pageContent },
  }));
  return { chunks, ms, costUsd };
}
