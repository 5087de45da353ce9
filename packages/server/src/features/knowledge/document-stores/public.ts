// What other features and the composition may use of this one.
export { documentStoreRoutes } from './document-stores.routes.ts';
export { createKnowledge, type KnowledgeService } from './knowledge.ts';
export { hashOf } from './process-loader.ts';
export { createStoreFiles } from './store-files.ts';
export { storeVectorRoutes } from './store-vectors.routes.ts';
