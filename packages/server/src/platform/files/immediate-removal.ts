import type { RemovalGuard } from './file-store.ts';
import type { FolderStorage } from './folder-storage.ts';
import { pendingFiles } from './pending-files.ts';

/** Whether a row refers to a content. */
type IsUsed = (workspaceId: string, sha256: string) => Promise<boolean>;

/** The guard of a folder that one process has to itself: it knows what it is about to use. */
export function createImmediateRemoval(storage: FolderStorage, isUsed: IsUsed): RemovalGuard {
  return {
    async expect(workspaceId, sha256) {
      pendingFiles.add(workspaceId, sha256);
    },
    async abandon(workspaceId, sha256) {
      pendingFiles.settle(workspaceId, sha256);
    },
    async remove(workspaceId, sha256) {
      if (await isUsed(workspaceId, sha256)) return;
      // Checked and removed synchronously: no upload can come in between.
      if (!pendingFiles.has(workspaceId, sha256)) storage.removeNow(workspaceId, sha256);
    },
  };
}
