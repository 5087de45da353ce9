import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { ownedFileStore } from '../../../platform/files/owned-files.ts';

const kind = 'chat';

/** Forgets the files of all chats of a flow; answers the contents that nobody else uses, for the file store to remove. */
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
    // Ids may hold "_", which stands for any character here.
    .where(sql<boolean>`${sql.ref('ownerId')} like ${`${flowId.replaceAll('_', '\\_')}/%`} escape '\\'`)
    .execute();
  const unused: string[] = [];
  for (const { ownerId } of owners)
    unused.push(...(await ownedFileStore(trx, kind).removeAll(scope, ownerId)));
  return unused;
}
