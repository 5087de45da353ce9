import type { Database, DatabaseTransaction } from './schema.ts';
import type { Scope } from './scope.ts';
import { isPostgres } from './sequence-column.ts';

/**
 * Lets one transaction of a workspace after the other look whether something is there and write it: no index can say
 * what must not stand twice. SQLite knows one transaction at a time anyway.
 */
export async function lockWorkspace(trx: DatabaseTransaction, { workspaceId }: Scope): Promise<void> {
  if (!isPostgres(trx as unknown as Database)) return;
  // Rows that refer to the workspace may still be written.
  await trx.selectFrom('workspace').select('id').where('id', '=', workspaceId).forNoKeyUpdate().execute();
}
