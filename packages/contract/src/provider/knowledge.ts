import type { RunContext } from '../node/run-context.ts';
import type { ScoredDocument, SourceDocument } from './document.ts';

export interface StoredKnowledge {
  id: string;
  name: string;
  description: string;
  /** Whether its chunks can be searched. */
  isSearchable: boolean;
}

/** The knowledge bases of the workspace, as nodes and assistants use them. */
export interface Knowledge {
  listStores(): Promise<StoredKnowledge[]>;
  /**
   * The chunks nearest to a question, best first; as many as the store is configured for when `topK` is absent. Throws
   * NOT_FOUND.
   */
  searchStore(
    storeId: string,
    question: string,
    topK: number | undefined,
    context: RunContext,
  ): Promise<ScoredDocument[]>;
  /** Changes whenever the chunks do. Throws NOT_FOUND. */
  revisionOf(storeId: string): Promise<string>;
  /** All chunks, in order. Throws NOT_FOUND. */
  readChunks(storeId: string): AsyncIterable<SourceDocument[]>;
}
