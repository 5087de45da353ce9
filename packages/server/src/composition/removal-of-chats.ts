import { removeRuns } from '../features/flows/runs/public.ts';
import { forgetFilesOfChats } from '../features/flows/uploads/public.ts';
import { removeUnaskedGaps } from '../features/knowledge/gaps/public.ts';
import { forgetPassagesOfChats } from '../features/knowledge/upserts/public.ts';
import type { DatabaseTransaction } from '../platform/db/schema.ts';
import type { Scope } from '../platform/db/scope.ts';
import type { FileStore } from '../platform/files/file-store.ts';

/** Deletes what belongs to runs and chats; the functions returned remove the files, after the commit. */
export function removalOfChats(files: FileStore) {
  return {
    async removeRuns(trx: DatabaseTransaction, scope: Scope, ids: readonly string[]) {
      const removeFiles = await removeRuns(files, trx, scope, ids);
      await removeUnaskedGaps(trx, scope);
      return removeFiles;
    },
    async removeChatFiles(
      trx: DatabaseTransaction,
      scope: Scope,
      flowId: string,
      chatIds: readonly string[],
    ): Promise<() => Promise<void>> {
      await forgetPassagesOfChats(trx, scope, flowId, chatIds);
      return forgetFilesOfChats(files, trx, scope, flowId, chatIds);
    },
  };
}
