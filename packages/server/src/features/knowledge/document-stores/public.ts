// What other features and the composition may use of this one.
export { toChunkRows, toParentRows } from './chunk-rows.ts';
export { type ChunkRow, chunkStore, chunkWrites } from './chunks.store.ts';
export { documentStoreRoutes } from './document-stores.routes.ts';
export { documentStoreStore, type LoaderRow, storeLoaderStore } from './document-stores.store.ts';
export type { DocumentStoreParts } from './document-stores.ts';
export { embedChunks, type PreparedChunks } from './embed-chunks.ts';
export { createKnowledge, type KnowledgeService } from './knowledge.ts';
export { type ChunkedPart, type OpenedLoader, openContent, openLoader } from './loader-chunks.ts';
export type { GivenChunk } from './measured-search.ts';
export { storeContext } from './node-context.ts';
export { type EmbedderSets, openSets } from './open-sets.ts';
export { type ParentRow, parentStore } from './parents.store.ts';
export {
  type FileProcessing,
  mostChunks,
  type ProcessInput,
  type ProcessParts,
  printOf,
  settingsOf,
} from './process-loader.ts';
export { readReading } from './store-answer.ts';
export { createStoreFiles, fileValue } from './store-files.ts';
export { readFields } from './store-nodes.ts';
export { storeOutsideRoutes } from './store-outside.routes.ts';
export { processKind, upsertKind } from './store-status.ts';
export { storeVectorRoutes } from './store-vectors.routes.ts';
export { hashOf } from './text-hash.ts';
export { addUp, emptyResult } from './upsert-vectors.ts';
export { writeContexts } from './write-contexts.ts';
