// What other features and the composition may use of this one.
export { chunkTextStore, chunkTextWrites, unusedTextWrites } from './chunk-texts.store.ts';
export { chunkWordStore, type WeightedWord } from './chunk-words.store.ts';
export { comparedBy } from './compared-by.ts';
export type { IndexPlace } from './index-rows.store.ts';
export type { IndexSnapshot } from './index-snapshot.ts';
export { createKnowledgeIndex, type KnowledgeIndex } from './knowledge-index.ts';
export { putTextVectors, type TextVector } from './put-text-vectors.ts';
export { RowBits, type RowMask } from './row-mask.ts';
export { type StoreIndexState, storeIndexStore } from './store-index.store.ts';
export { textVectorStore } from './text-vectors.store.ts';
export { textWords } from './text-words.ts';
export { createVectorTables } from './vector-tables.ts';
