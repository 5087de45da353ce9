import type { Generated } from 'kysely';
import type { Bit, Json } from './column.ts';

/** A distinct text of a loader: what is embedded once and found by its words. */
interface ChunkTextTable {
  seq: Generated<number>;
  workspaceId: string;
  storeId: string;
  loaderId: string;
  hash: string;
}

/** A vector of a text in seven bits a number. */
interface VectorCodeTable {
  seq: Generated<number>;
  workspaceId: string;
  storeId: string;
  textSeq: number;
  embedding: string;
  scale: number;
  code: Uint8Array;
}

/** The same vector as 32-bit numbers, of length 1. */
interface VectorValueTable {
  seq: number;
  vector: Uint8Array;
}

/** What of a knowledge base can be found, and how often that has changed. */
export interface StoreIndexTable {
  storeId: string;
  workspaceId: string;
  revision: number;
  turnover: number;
  liveEmbedding: string | null;
  /** The embeddings that questions are made with, as the store was configured. */
  liveConfig: Json | null;
}

/** The table in which pgvector compares the vectors of one model in one knowledge base. */
interface VectorTableTable {
  storeId: string;
  embedding: string;
  workspaceId: string;
  name: string;
  dimensions: number;
  lastSeq: number;
  turnover: number;
  isReady: Bit;
}

/** What knowledge bases are searched by. */
export interface KnowledgeIndexTables {
  chunk_text: ChunkTextTable;
  vector_code: VectorCodeTable;
  vector_value: VectorValueTable;
  store_index: StoreIndexTable;
  vector_table: VectorTableTable;
}
