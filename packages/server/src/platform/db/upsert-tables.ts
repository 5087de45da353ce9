import type { Generated } from 'kysely';
import type { Json, Time } from './column.ts';

/** A passage that an upsert has put into a built-in vector store. */
export interface UpsertedChunkTable {
  seq: Generated<number>;
  workspaceId: string;
  flowId: string;
  nodeId: string;
  /** Empty for passages that every chat of the flow may find. */
  chatId: string;
  /** Of text and metadata: the same passage is stored once. */
  hash: string;
  /** Bytes that the row takes. */
  size: number;
  createdAt: Time;
  /** Which model made the vector. */
  embedding: string;
  metadata: Json;
  pageContent: string;
  /** Base64 of 32-bit numbers. */
  vector: string;
}

/** Space and source are hashes. */
export interface UpsertRecordTable {
  workspaceId: string;
  space: string;
  key: string;
  source: string;
  seenAt: Time;
  flowId: string;
}

export interface UpsertHistoryTable {
  id: string;
  workspaceId: string;
  flowId: string;
  createdAt: Time;
  result: Json;
  /** The nodes that took part, with their values. */
  flowData: Json;
}
