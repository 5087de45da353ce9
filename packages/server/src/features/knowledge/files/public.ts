// What other features and the composition may use of this one.

export { documentFileRoutes } from './document-files.routes.ts';
export {
  type DocumentFileRow,
  documentFileStore,
  documentFileWrites,
  type FileState,
  waitingFileStore,
} from './document-files.store.ts';
export { type FileJob, openFileJob } from './file-job.ts';
export { fileProcessing, removeUnnamed } from './file-processing.ts';
export { newFileRow } from './loader-files.ts';
export { type FileContent, openFile } from './open-file.ts';
export { processFile } from './process-file.ts';
export { isFull, isSmall, processTogether, type SmallFile } from './process-together.ts';
export { removeFiles } from './remove-files.ts';
export { afterStop, type FilesUnderWay, isOnlyBegun, untilSafe, withoutFile } from './suspect-files.ts';
