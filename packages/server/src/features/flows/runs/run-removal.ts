import type { DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { ownedFileStore } from '../../../platform/files/owned-files.ts';
import { runStore } from './runs.store.ts';

const idsAtOnce = 500;

/** Deletes runs with their events; the function it returns removes the files, after the transaction has committed. */
export async function removeRuns(
  files: FileStore,
  trx: DatabaseTransaction,
  scope: Scope,
  runIds: readonly string[],
): Promise<() => Promise<void>> {
  const unused: string[] = [];
  for (let start = 0; start < runIds.length; start += idsAtOnce) {
    const ids = runIds.slice(start, start + idsAtOnce);
    const owners = await trx
      .selectFrom('file')
      .select('ownerId')
      .distinct()
      .where('workspaceId', '=', scope.workspaceId)
      .where('ownerKind', '=', 'run')
      .where('ownerId', 'in', ids)
      .execute();
    for (const { ownerId } of owners)
      unused.push(...(await ownedFileStore(trx, 'run').removeAll(scope, ownerId)));
    await trx
      .deleteFrom('event')
      .where('workspaceId', '=', scope.workspaceId)
      .where('runId', 'in', ids)
      .execute();
    await runStore(trx).remove(scope, ids);
  }
  return async () => {
    for (const sha256 of new Set(unused)) await files.remove(scope.workspaceId, sha256);
  };
}
