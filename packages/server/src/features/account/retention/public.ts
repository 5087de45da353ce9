// What other features and the composition may use of this one.
export { purgeByAge } from './purge-by-age.ts';
export { retentionRoutes } from './retention.routes.ts';
export { createRetentionService } from './retention.ts';
