import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { mayReadFile } from './may-read-file.ts';

/** Whether everybody of the workspace, its keys included, may know of a file: people who see a job see what it reads. */
export async function isNamedToAll(
  db: Database,
  { id: loaderId, storeId, workspaceId }: Scope & { id: string; storeId: string },
  { id: fileId }: { id: string },
): Promise<boolean> {
  const callers = ['public', 'workspace'];
  return (await mayReadFile(db, { workspaceId, storeId, loaderId, fileId }, callers)) === true;
}
