import type {
  DocumentStore,
  DocumentStoreSummary,
  StoreChunk,
  StoreLoader,
  StoreLoaderSummary,
} from '@tendril/contract/api/document-stores';
import type { Job } from '@tendril/contract/api/jobs';
import type { ReadingSettings } from '@tendril/contract/api/reading-settings';
import type { ChunkRow } from './chunks.store.ts';
import type { LoaderRow, LoaderSummaryRow, StoreRow } from './document-stores.store.ts';
import { loaderState, storeStatus } from './store-status.ts';

type Uses = DocumentStoreSummary['whereUsed'];

/** A loader for lists. */
export function toLoaderSummary(row: LoaderSummaryRow, open: readonly Job[]): StoreLoaderSummary {
  return {
    id: row.id,
    loaderId: row.loaderId,
    loaderName: row.loaderName,
    splitterId: row.splitterId,
    splitterName: row.splitterName,
    source: row.source,
    files: JSON.parse(row.files) as StoreLoaderSummary['files'],
    totalChunks: row.totalChunks,
    totalChars: row.totalChars,
    error: row.error,
    problem: row.problem,
    updatedDate: new Date(row.updatedAt).toISOString(),
    ...loaderState(row, open),
  };
}

/** A loader with its settings. */
export function toLoader(row: LoaderRow, open: readonly Job[]): StoreLoader {
  return {
    ...toLoaderSummary(row, open),
    loaderConfig: JSON.parse(row.loaderConfig) as Record<string, unknown>,
    splitterConfig: JSON.parse(row.splitterConfig) as Record<string, unknown>,
    credential: row.credential ?? '',
    reading: readReading(row.reading),
  };
}

/** The settings for reading, as a row stores them. */
export function readReading(text: string | null): ReadingSettings {
  return text === null ? {} : (JSON.parse(text) as ReadingSettings);
}

/** A knowledge base for lists. */
export function toStoreSummary(
  row: StoreRow,
  loaders: readonly LoaderSummaryRow[],
  open: readonly Job[],
  whereUsed: Uses,
): DocumentStoreSummary {
  const answers = loaders.map((loader) => toLoaderSummary(loader, open));
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    status: storeStatus(answers),
    whereUsed,
    totalLoaders: answers.length,
    totalChunks: answers.reduce((sum, { totalChunks }) => sum + totalChunks, 0),
    totalChars: answers.reduce((sum, { totalChars }) => sum + totalChars, 0),
    loaders: answers,
    createdDate: new Date(row.createdAt).toISOString(),
    updatedDate: new Date(row.updatedAt).toISOString(),
  };
}

interface StoreParts {
  row: StoreRow;
  loaders: readonly LoaderRow[];
  syncs: DocumentStore['syncs'];
  comparedBy: DocumentStore['comparedBy'];
  open: readonly Job[];
  latest: readonly Job[];
  whereUsed: Uses;
}

/** A knowledge base with all details. */
export function toStore(parts: StoreParts): DocumentStore {
  const { row, loaders, syncs, comparedBy, open, latest, whereUsed } = parts;
  return {
    ...toStoreSummary(row, loaders, open, whereUsed),
    loaders: loaders.map((loader) => toLoader(loader, open)),
    embeddingConfig: readChoice(row.embeddingConfig),
    vectorStoreConfig: readChoice(row.vectorStoreConfig),
    recordManagerConfig: readChoice(row.recordManagerConfig),
    syncs,
    comparedBy,
    jobs: [...latest],
  };
}

export interface ChosenNode {
  name: string;
  config: Record<string, unknown>;
}

/** A chosen node with its settings, as a row stores it. */
export function readChoice(text: string | null): ChosenNode | null {
  return text === null ? null : (JSON.parse(text) as ChosenNode);
}

export function toChunk(row: ChunkRow): StoreChunk {
  return {
    id: row.id,
    chunkNo: row.chunkNo,
    storeId: row.storeId,
    docId: row.loaderId,
    pageContent: row.pageContent,
    metadata: JSON.parse(row.metadata) as Record<string, unknown>,
  };
}
