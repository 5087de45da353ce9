// What other features and the composition may use of this one.
export { defaultList } from './access-list.ts';
export { isUnder, listOfChunk } from './access-lists.store.ts';
export { accessWrites } from './access-rows.store.ts';
export { type AccessedStore, readableLists } from './chunk-access.ts';
export { fileAccess, requireReadable, withFileAccess } from './file-access.ts';
export { isNamedToAll } from './is-named-to-all.ts';
export { unreadableLoaders } from './loader-access.ts';
export { mayReadFile } from './may-read-file.ts';
export { createRowAccess, type RowAccess } from './row-access.ts';
export { storeAccessRoutes } from './store-access.routes.ts';
export { createStoreAccess } from './store-access.ts';
export { mayReadWhole, requireWhole } from './whole-access.ts';
