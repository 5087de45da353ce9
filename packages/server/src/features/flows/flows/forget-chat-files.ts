import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { ownedFileStore } from '../../../platform/files/owned-files.ts';

const kind = 'chat';

/**
 * Deletes the files of all chats of a flow; returns the contents that are used nowhere else, for the file store to
 * remove.
 */
export async function forgetChatFiles(
  trx: DatabaseTransaction,
  scope: Scope,
  flowId: string,
): Promise<string[]> {
  const owners = await trx
    .selectFrom('file')
    .select('ownerId')
    .distinct()
    .where('workspaceId', '=', scope.workspaceId)
    .where('ownerKind', '=', kind)
    // Ids may hold "_", which is a LIKE wildcard.
    .where(sql<boolean>`${sql.ref('ownerId')} like ${`${flowId.replaceAll('_', '\\_')}/%`} escape '\\'`)
    .execute();
  const unused: string[] = [];
  for (const { ownerId } of owners)
    unused.push(...(await ownedFileStore(trx, kind).removeAll(scope, ownerId)));
  return unused;
}
