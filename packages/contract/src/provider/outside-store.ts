import type { RunContext } from '../node/run-context.ts';
import type { ScoredDocument } from './document.ts';
import type { StoreAnswering } from './retrieval.ts';

/** A passage on its way into a vector database. */
export interface StoredPassage {
  /** A UUID: the same for the same text and metadata, so that a second upsert replaces the first. */
  id: string;
  pageContent: string;
  metadata: Record<string, unknown>;
  vector: number[];
}

export interface StoreQuery {
  text: string;
  vector: number[];
  count: number;
  /** The vectors of the passages are needed to choose among them. */
  wantsVectors: boolean;
}

export interface FoundPassage extends ScoredDocument {
  vector?: number[];
}

/** A vector database that somebody runs elsewhere. */
export interface OutsideStore {
  /** In the trace and in sentences. */
  name: string;
  /** Passages per request; 100 when absent. */
  batchSize?: number;
  /** It makes vectors itself: none are computed here. */
  embedsItself?: boolean;
  /** Inserts passages or replaces those of the same id. */
  insert(passages: readonly StoredPassage[], context: RunContext): Promise<void>;
  /** The nearest passages, best first. */
  search(query: StoreQuery, context: RunContext): Promise<FoundPassage[]>;
  /** Present where the vendor also writes answers. */
  answer?: StoreAnswering;
  /** Absent where the vendor cannot delete by id. */
  remove?(ids: readonly string[], context: RunContext): Promise<void>;
  /** How many passages it has, including those of other writers; 0 while it is not there. Vendors may count late. */
  count?(context: RunContext): Promise<number>;
}
