import type { Database, DatabaseTransaction } from './schema.ts';
import type { Scope } from './scope.ts';
import { isPostgres } from './sequence-column.ts';

/**
 * Serializes transactions of a workspace that check whether something exists and then write it, where no unique index
 * can express the rule. SQLite has one transaction at a time anyway.
 */
export async function lockWorkspace(trx: DatabaseTransaction, { workspaceId }: Scope): Promise<void> {
  if (!isPostgres(trx as unknown as Database)) return;
  // Rows that refer to the workspace may still be written.
  await trx.selectFrom('workspace').select('id').where('id', '=', workspaceId).forNoKeyUpdate().execute();
}
