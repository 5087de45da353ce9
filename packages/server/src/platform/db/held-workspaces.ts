import type { Database, DatabaseTransaction } from './schema.ts';

/** The workspaces under a legal hold: nothing of theirs is deleted because of its age. */
export function heldWorkspaces(db: Database | DatabaseTransaction) {
  return db.selectFrom('data_retention').select('data_retention.workspaceId').where('isHeld', '=', 1);
}
