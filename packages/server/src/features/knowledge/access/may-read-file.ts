import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { defaultList, mayRead } from './access-list.ts';

/** A file of a loader, or all that a loader without files has read. */
interface ReadFile extends Scope {
  storeId: string;
  loaderId: string;
  fileId: string | null;
}

/**
 * Whether these callers may read a file by the list that decides about it now; one that is gone is nobody's. Undefined
 * when its knowledge base is gone.
 */
export async function mayReadFile(
  db: Database,
  { workspaceId, storeId, loaderId, fileId }: ReadFile,
  callers: readonly string[],
): Promise<boolean | undefined> {
  const row = await db
    .selectFrom('document_store as store')
    .leftJoin('document_store_loader as loader', (join) =>
      join.onRef('loader.storeId', '=', 'store.id').on('loader.id', '=', loaderId),
    )
    .leftJoin('document_file as file', (join) =>
      join.onRef('file.loaderId', '=', 'loader.id').on('file.id', '=', fileId ?? ''),
    )
    .select(['store.audience', 'loader.id as loaderFound', 'loader.acl as loaderList'])
    .select(['file.id as fileFound', 'file.acl as fileList'])
    .where('store.workspaceId', '=', workspaceId)
    .where('store.id', '=', storeId)
    .executeTakeFirst();
  if (!row || row.audience === 'open') return row && true;
  if (row.loaderFound === null || (fileId !== null && row.fileFound === null)) return false;
  return mayRead(row.fileList ?? row.loaderList ?? defaultList, new Set(callers));
}
