import type { SourceDocument } from './document.ts';

/** A document with its vector, and which model made that. */
export interface Passage extends SourceDocument {
  embedding: string;
  vector: Float32Array;
}

/** Passages that the house keeps for vector stores which live in memory; bound to the flow and the chat of a run. */
export interface PassageStore {
  /** Changes whenever a passage was added or taken out; empty while there is none. */
  revision(nodeId: string): Promise<string>;
  list(nodeId: string): Promise<Passage[]>;
  /** Present in a run that fills stores: keeps what is new, answers how many that were. Throws TOO_LARGE. */
  keep?(nodeId: string, passages: readonly Passage[]): Promise<number>;
}

/** What became of the documents of an upsert. */
export interface UpsertOutcome {
  numAdded: number;
  numUpdated: number;
  numSkipped: number;
  numDeleted: number;
  addedDocs: SourceDocument[];
}
