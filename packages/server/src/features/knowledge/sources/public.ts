// What other features and the composition may use of this one.
export { createServerFolders } from './server-folders.ts';
export { sourceSyncProcessing } from './source-sync-processing.ts';
export { sourceSyncRoutes } from './source-syncs.routes.ts';
export { SourceSyncs } from './source-syncs.ts';
export { setMissingSyncTimers } from './sync-timers.ts';
