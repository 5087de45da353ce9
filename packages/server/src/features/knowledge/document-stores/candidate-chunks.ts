import { randomUUID } from 'node:crypto';
import { AppError } from '@tendril/contract/app-error';
import type { SourceDocument } from '@tendril/contract/provider/document';
import { storableJson } from '@tendril/contract/storable-json';
import type { Scope } from '../../../platform/db/scope.ts';
import { putTextVectors, storeIndexStore, textVectorStore } from '../index/public.ts';
import { type ChunkRow, chunkWrites } from './chunks.store.ts';
import { documentOf } from './document-of.ts';
import {
  documentStoreStore,
  type LoaderRow,
  type StoreRow,
  storeLoaderStore,
} from './document-stores.store.ts';
import { indexedText } from './indexed-text.ts';
import { openLoader } from './loader-chunks.ts';
import { parentStore } from './parents.store.ts';
import { settingsOf } from './process-loader.ts';
import type { QueryParts } from './query-store.ts';
import { readChoice } from './store-answer.ts';
import { openEmbedder, type StoreEmbedder } from './store-embedder.ts';
import { hashOf } from './text-hash.ts';

const mostDocuments = 200;
const mostChunks = 50_000;
const embeddedAtOnce = 100;

interface CandidateRequest {
  splitterId: string;
  splitterConfig: Record<string, unknown>;
  /** A place that is no workspace: nothing that answers ever looks there. */
  place: Scope & { id: string };
  signal: AbortSignal;
}

interface BuiltCandidate {
  chunks: number;
  /** Null where all documents were read. */
  documents: ReadonlySet<string> | null;
}

interface Building {
  parts: QueryParts;
  store: StoreRow;
  asked: CandidateRequest;
  embedder: StoreEmbedder;
  documents: Set<string>;
  chunks: number;
  isCut: boolean;
}

/**
 * Cuts the documents of a knowledge base in another way, and makes the chunks searchable beside the live ones, in a place
 * that belongs to no workspace. Pictures and sound are left out: reading them costs money.
 */
export async function buildCandidate(
  parts: QueryParts,
  store: StoreRow,
  asked: CandidateRequest,
): Promise<BuiltCandidate> {
  const { db } = parts;
  const { place, signal } = asked;
  await removeCandidate(parts, place);
  const state = await storeIndexStore(db).find(store, store.id);
  const config = state.liveEmbedding === null ? store.embeddingConfig : state.liveConfig;
  const { nodes } = parts;
  const services = parts.provide(store, store.id);
  const embedder = await openEmbedder({ nodes, services, choice: readChoice(config), signal });
  await documentStoreStore(db).insert({ ...store, id: place.id, workspaceId: place.workspaceId });
  const building: Building = {
    ...{ parts, store, asked, embedder, documents: new Set<string>(), chunks: 0, isCut: false },
  };
  for (const loader of await storeLoaderStore(db).list(store, store.id))
    if (loader.batch !== null) await addLoader(building, loader);
  const live = { embedding: embedder.embedding, config };
  await db.transaction().execute((trx) => storeIndexStore(trx).setLive(place, place.id, live));
  return { chunks: building.chunks, documents: building.isCut ? building.documents : null };
}

/** Takes all of it out again. */
export async function removeCandidate(
  { db, index }: Pick<QueryParts, 'db' | 'index'>,
  place: Scope & { id: string },
): Promise<void> {
  await documentStoreStore(db).remove(place, place.id);
  index.forget(place.id);
}

async function addLoader(building: Building, live: LoaderRow): Promise<void> {
  const { parts, store, asked } = building;
  const { splitterId, splitterConfig, place, signal } = asked;
  const id = randomUUID();
  const row: LoaderRow = {
    ...live,
    ...{ id, storeId: place.id, workspaceId: place.workspaceId, batch: id, splitterId },
    ...{ splitterConfig: JSON.stringify(splitterConfig), totalChunks: 0, totalChars: 0 },
  };
  await storeLoaderStore(parts.db).insert(row);
  const settings = { ...settingsOf(live), splitterId, splitterConfig };
  const services = parts.provide(store, store.id);
  const loader = await openLoader({ nodes: parts.nodes, services, settings, signal, isTrial: true });
  let count = 0;
  for await (const part of loader.parts()) {
    const chunks = part.chunks.filter((chunk) => isTaken(building, row, chunk));
    building.chunks += chunks.length;
    if (building.chunks > mostChunks)
      throw new AppError('TOO_LARGE', `A try makes at most ${mostChunks.toLocaleString('en')} chunks.`);
    for (let start = 0; start < chunks.length; start += embeddedAtOnce)
      count += await addChunks(building, row, chunks.slice(start, start + embeddedAtOnce), count);
    // Nothing more of this source would be taken.
    if (building.isCut && chunks.length === 0) break;
  }
}

function isTaken(building: Building, { source }: LoaderRow, { metadata }: SourceDocument): boolean {
  const document = documentOf({ metadata, source });
  const { documents } = building;
  if (documents.has(document)) return true;
  if (documents.size >= mostDocuments) {
    building.isCut = true;
    return false;
  }
  documents.add(document);
  return true;
}

async function addChunks(
  { parts: { db }, store, asked: { place }, embedder }: Building,
  { id: loaderId }: LoaderRow,
  chunks: readonly SourceDocument[],
  before: number,
): Promise<number> {
  const { workspaceId, id: storeId } = place;
  const common = { workspaceId, storeId, loaderId, batch: loaderId };
  const rows = chunks.map(
    ({ pageContent, metadata, indexText = null, parent }, index): ChunkRow => ({
      ...{ ...common, id: randomUUID(), chunkNo: before + index + 1, pageContent, indexText },
      ...{ hash: hashOf(indexText ?? pageContent), editedFrom: null, fileId: null, edition: null },
      metadata: storableJson(metadata),
      parentKey: parent?.key ?? null,
    }),
  );
  const texts = new Map(rows.map((row) => [row.hash, indexedText(row)]));
  // What the live chunks have a vector of is not paid again.
  const vectors = await textVectorStore(db).vectorsOf(store, embedder.embedding, [...texts.keys()]);
  const missing = [...texts].filter(([hash]) => !vectors.has(hash));
  const made = missing.length === 0 ? [] : await embedder.embed(missing.map(([, text]) => text));
  for (const [at, [hash]] of missing.entries()) {
    const vector = made[at];
    if (vector) vectors.set(hash, vector);
  }
  const parents = new Map(chunks.flatMap(({ parent }) => (parent ? [[parent.key, parent.text]] : [])));
  await db.transaction().execute(async (trx) => {
    await chunkWrites(trx).insert(rows);
    await parentStore(trx).insert([...parents].map(([key, text]) => ({ ...common, key, text })));
    const put = [...texts].map(([hash, text]) => ({
      ...{ loaderId, hash, text },
      vector: vectors.get(hash) ?? new Float32Array(0),
    }));
    await putTextVectors(trx, place, { storeId, embedding: embedder.embedding }, put);
  });
  return rows.length;
}
