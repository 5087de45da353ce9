// What other features and the composition may use of this one.
export { explainChunk } from './explain-chunk.ts';
export { foundChunkStore } from './found-chunks.store.ts';
export type { SearchedChunk } from './read-found.ts';
export type { Rerank } from './rerank-found.ts';
export { rerankByModel } from './rerankers/rerank-by-model.ts';
export { rerankByNode } from './rerankers/rerank-by-node.ts';
export { rerankByWords } from './rerankers/word-overlap.ts';
export type { SearchMode, SearchParts, SearchRequest } from './search-request.ts';
export { type SearchResult, searchStore } from './search-store.ts';
