import type { Bit, Json, Time } from './column.ts';

/** Work that continues after its request was answered; the process that runs it holds a lease on it. */
export interface JobTable {
  id: string;
  workspaceId: string;
  kind: string;
  state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  subjectId: string;
  partId: string | null;
  input: Json;
  /** Where it resumes after a stop. */
  checkpoint: Json | null;
  done: number;
  total: number | null;
  unit: string;
  /** When it last made progress. */
  attempts: number;
  error: Json | null;
  result: Json | null;
  isCancelAsked: Bit;
  leaseOwner: string | null;
  leasedUntil: Time | null;
  runAt: Time;
  createdAt: Time;
  updatedAt: Time;
}

export interface DocumentStoreTable {
  id: string;
  workspaceId: string;
  name: string;
  description: string;
  embeddingConfig: Json | null;
  vectorStoreConfig: Json | null;
  recordManagerConfig: Json | null;
  createdAt: Time;
  updatedAt: Time;
}

export interface DocumentStoreLoaderTable {
  id: string;
  workspaceId: string;
  storeId: string;
  /** Name of the catalogue's node. */
  loaderId: string;
  loaderName: string;
  loaderConfig: Json;
  splitterId: string;
  splitterName: string;
  splitterConfig: Json;
  credential: string | null;
  source: string;
  files: Json;
  /** The batch of the current chunks; null before the first processing. */
  batch: string | null;
  totalChunks: number;
  totalChars: number;
  /** Its settings have changed since. */
  isStale: Bit;
  error: string | null;
  chunkRevision: number;
  /** The chunk revision that can be searched; null before the first upsert. */
  vectorRevision: number | null;
  createdAt: Time;
  updatedAt: Time;
}

export interface DocumentChunkTable {
  id: string;
  workspaceId: string;
  storeId: string;
  loaderId: string;
  batch: string;
  chunkNo: number;
  hash: string;
  /** The hash that was embedded before the text was edited. */
  editedFrom: string | null;
  pageContent: string;
  metadata: Json;
}

/** The vector of a text, of length 1: bytes in SQLite, a list in PostgreSQL. */
export interface DocumentVectorTable {
  workspaceId: string;
  storeId: string;
  loaderId: string;
  hash: string;
  embedding: string;
  vector: Uint8Array | number[];
}
