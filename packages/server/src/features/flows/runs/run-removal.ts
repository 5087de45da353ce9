import type { DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { isPostgres } from '../../../platform/db/sequence-column.ts';
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
    await claimForRemoval(trx, scope, ids);
    const owners = await trx
      .selectFrom('file')
      .select(['ownerKind', 'ownerId'])
      .distinct()
      .where('workspaceId', '=', scope.workspaceId)
      .where('ownerKind', 'in', ['run', 'citation'])
      .where('ownerId', 'in', ids)
      .execute();
    for (const { ownerKind, ownerId } of owners)
      unused.push(...(await ownedFileStore(trx, ownerKind).removeAll(scope, ownerId)));
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

/** From now on no other process writes for these runs, and what was written before is seen. */
async function claimForRemoval(
  trx: DatabaseTransaction,
  { workspaceId }: Scope,
  ids: readonly string[],
): Promise<void> {
  if (!isPostgres(trx)) return;
  await trx
    .selectFrom('run')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
}
