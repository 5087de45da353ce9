import type { MetadataFilter } from '@tendril/contract/api/metadata-filter';
import type { HeavyReads } from '../../../platform/db/readers/heavy-reads.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { RowAccess } from '../access/public.ts';
import type { KnowledgeIndex, StoreIndexState } from '../index/public.ts';
import type { OutsideSearch } from '../outside-stores/public.ts';
import type { Rerank, RerankOutcome } from './rerank-found.ts';

export interface SearchParts {
  db: Database;
  reads: HeavyReads;
  index: KnowledgeIndex;
}

/** Which ways of finding are used. */
export type SearchMode = 'hybrid' | 'vectors' | 'words';

export interface SearchRequest {
  question: string;
  /** The question's vector of length 1, by the live model. */
  vector: Float32Array;
  embedding: string;
  /** The state of the knowledge base that the question holds. */
  state: StoreIndexState;
  topK: number;
  minScore?: number | undefined;
  filter?: MetadataFilter | undefined;
  mode?: SearchMode | undefined;
  /** The share of words in the order, where both ways find; half when absent. */
  wordWeight?: number | undefined;
  /** What the caller may see; all when absent. */
  access?: RowAccess | undefined;
  /** Compares vectors elsewhere; they are compared here when absent. */
  outside?: OutsideSearch | undefined;
  rerank?: Rerank | undefined;
  /** How long the reranker may take. */
  rerankLimitMs?: number | undefined;
  /** Maximal marginal relevance: 1 for nearness alone, 0 for difference alone; none when absent. */
  diversity?: number | undefined;
  signal: AbortSignal;
}

/** A knowledge base that is searched. */
export interface SearchedStore extends Scope {
  id: string;
}

/** How long each stage took, in milliseconds; 0 where there was nothing to do. */
export interface SearchTimings {
  coldMs: number;
  maskMs: number;
  vectorMs: number;
  wordMs: number;
  readMs: number;
  rerankMs: number;
}

/** Whether the answer is in the order of a reranker; null where none was asked. */
export type RerankUse = RerankOutcome | null;
