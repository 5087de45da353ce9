import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Database } from '../db/schema.ts';
import { createCheckedRemoval } from './checked-removal.ts';
import { isContentUsed } from './content-checks.ts';
import { createFallbackStorage } from './fallback-storage.ts';
import { createFileStore, type FileStore } from './file-store.ts';
import { createFolderStorage } from './folder-storage.ts';
import { createImmediateRemoval } from './immediate-removal.ts';
import { createBucketStorage } from './s3/bucket-storage.ts';
import type { Bucket } from './s3/open-bucket.ts';

interface OpenFiles {
  files: FileStore;
  close(): Promise<void>;
}

/**
 * The file store of an installation: in the bucket, else in the home. What a bucket does not have is looked for in the
 * home, where it was before a move.
 */
export function openFiles(
  config: Pick<Config, 'home' | 'databaseUrl'>,
  db: Database,
  bucket: Bucket | undefined,
  log: Pick<Logger, 'warn'>,
): OpenFiles {
  const folder = createFolderStorage(config.home);
  if (!bucket && config.databaseUrl === undefined) {
    const guard = createImmediateRemoval(folder, (...content) => isContentUsed(db, ...content));
    return { files: createFileStore(config.home, folder, guard), close: async () => undefined };
  }
  const storage = bucket ? createFallbackStorage(createBucketStorage(bucket.send), folder) : folder;
  const guard = createCheckedRemoval({ db, storage, log, isPrompt: !bucket });
  return { files: createFileStore(config.home, storage, guard), close: () => guard.close() };
}
