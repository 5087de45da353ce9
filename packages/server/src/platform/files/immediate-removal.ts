import type { RemovalGuard } from './file-store.ts';
import type { FolderStorage } from './folder-storage.ts';
import { pendingFiles } from './pending-files.ts';

/** Whether a row refers to a content. */
type IsUsed = (workspaceId: string, sha256: string) => Promise<boolean>;

/** The guard of a folder that one process has to itself: it knows what it is about to use. */
export function createImmediateRemoval(storage: FolderStorage, isUsed: IsUsed): RemovalGuard {
  const remove = async (workspaceId: string, sha256: string) => {
    if (await isUsed(workspaceId, sha256)) return;
    // Checked and removed synchronously: no upload can come in between.
    if (!pendingFiles.has(workspaceId, sha256)) storage.removeNow(workspaceId, sha256);
  };
  return {
    async expect(workspaceId, sha256) {
      const lost = pendingFiles.add(workspaceId, sha256);
      for (const one of lost) await remove(one.workspaceId, one.sha256);
    },
    async abandon(workspaceId, sha256) {
      pendingFiles.settle(workspaceId, sha256);
    },
    remove,
  };
}
