import type { Json, Time } from './column.ts';

/** A vector store elsewhere that holds, or held, the vectors of a knowledge base. */
export interface OutsideStoreTable {
  id: string;
  workspaceId: string;
  /** The knowledge base; the row outlives it until its vectors are out. */
  storeId: string;
  /** Of which model its vectors are; null before the first. */
  embedding: string | null;
  /** The catalogue's node. */
  name: string;
  config: Json;
  /** Being filled, asked by questions, replaced by another, or being emptied. */
  state: 'filling' | 'live' | 'old' | 'emptying';
  /** Every vector up to this number has been written there. */
  cursor: number;
  /** Why it is not in step. */
  error: string | null;
  createdAt: Time;
  updatedAt: Time;
}

/** A vector that is gone here and has to be deleted there. */
export interface OutsideRemovalTable {
  outsideId: string;
  vectorSeq: number;
}
