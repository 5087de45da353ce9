import type { SourceDocument } from './document.ts';

/** A document with its vector, and the model that computed it. */
export interface Passage extends SourceDocument {
  embedding: string;
  vector: Float32Array;
}

/** Passages that the server stores for in-memory vector stores; bound to the flow and the chat of a run. */
export interface PassageStore {
  /** Changes whenever a passage was added or deleted; empty while there is none. */
  revision(nodeId: string): Promise<string>;
  list(nodeId: string): Promise<Passage[]>;
  /** Present in a run that fills stores: stores what is new, returns how many that were. Throws TOO_LARGE. */
  keep?(nodeId: string, passages: readonly Passage[]): Promise<number>;
}

/** What happened to the documents of an upsert. */
export interface UpsertOutcome {
  numAdded: number;
  numUpdated: number;
  numSkipped: number;
  numDeleted: number;
  addedDocs: SourceDocument[];
}
