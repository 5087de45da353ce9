import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { defaultList, mayRead } from './access-list.ts';

/**
 * The loaders of a workspace's restricted knowledge bases that these callers may not read, or not all of: what was put in
 * by hand, file by file, stands in a loader's settings by name.
 */
export async function unreadableLoaders(
  db: Database,
  { workspaceId }: Scope,
  callers: readonly string[],
): Promise<ReadonlySet<string>> {
  const restricted = db
    .selectFrom('document_store_loader as loader')
    .innerJoin('document_store as store', 'store.id', 'loader.storeId')
    .where('loader.workspaceId', '=', workspaceId)
    .where('store.audience', '=', 'restricted');
  const [loaders, files] = await Promise.all([
    restricted.select(['loader.id', 'loader.acl']).execute(),
    restricted
      .innerJoin('document_file as file', 'file.loaderId', 'loader.id')
      .select(['loader.id', 'file.acl'])
      .distinct()
      .where('file.acl', 'is not', null)
      .where('file.origin', 'is', null)
      .execute(),
  ]);
  const tokens = new Set(callers);
  const hidden = [...loaders, ...files].filter(({ acl }) => !mayRead(acl ?? defaultList, tokens));
  return new Set(hidden.map(({ id }) => id));
}
