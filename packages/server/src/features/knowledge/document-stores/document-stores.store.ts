import type { Selectable, Updateable } from 'kysely';
import type { DocumentFileTable } from '../../../platform/db/document-file-table.ts';
import type { DocumentStoreLoaderTable, DocumentStoreTable } from '../../../platform/db/knowledge-tables.ts';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

import { removeUnownedContexts } from './chunk-contexts.store.ts';

export type StoreRow = Selectable<DocumentStoreTable>;
export type LoaderRow = DocumentStoreLoaderTable;
/** A loader without its settings, which may be long: what lists read. */
export type LoaderSummaryRow = Omit<LoaderRow, 'loaderConfig' | 'splitterConfig' | 'credential' | 'reading'>;

const summaryColumns = [
  'id',
  'workspaceId',
  'storeId',
  'loaderId',
  'loaderName',
  'splitterId',
  'splitterName',
  'source',
  'files',
  'batch',
  'totalChunks',
  'totalChars',
  'isStale',
  'error',
  'problem',
  'chunkRevision',
  'vectorRevision',
  'acl',
  'createdAt',
  'updatedAt',
] as const;

/** Rows of knowledge bases. */
export function documentStoreStore(db: Database | DatabaseTransaction) {
  const stores = ({ workspaceId }: Scope) =>
    db.selectFrom('document_store').where('workspaceId', '=', workspaceId);

  return {
    list: (scope: Scope) => stores(scope).selectAll().orderBy('name').execute(),
    find: (scope: Scope, id: string) => stores(scope).selectAll().where('id', '=', id).executeTakeFirst(),
    insert: (row: StoreRow) => db.insertInto('document_store').values(row).execute(),

    async update(scope: Scope, id: string, changes: Updateable<DocumentStoreTable>): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('document_store')
        .set({ ...changes, updatedAt: Date.now() })
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async remove(scope: Scope, id: string): Promise<void> {
      await db
        .deleteFrom('document_store')
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .execute();
    },
  };
}

interface Removed {
  chunks: number;
  chars: number;
}

/** Rows of the loaders of knowledge bases. */
export function storeLoaderStore(db: Database | DatabaseTransaction) {
  const loaders = ({ workspaceId }: Scope) =>
    db.selectFrom('document_store_loader').where('workspaceId', '=', workspaceId);
  const change = (scope: Scope) =>
    db.updateTable('document_store_loader').where('workspaceId', '=', scope.workspaceId);

  return {
    /** Loaders of one store, or of all of them, without their settings. */
    summaries(scope: Scope, storeId?: string): Promise<LoaderSummaryRow[]> {
      const query = loaders(scope).select(summaryColumns).orderBy('createdAt').orderBy('id');
      return (storeId === undefined ? query : query.where('storeId', '=', storeId)).execute();
    },

    list: (scope: Scope, storeId: string) =>
      loaders(scope).selectAll().where('storeId', '=', storeId).orderBy('createdAt').orderBy('id').execute(),

    /** How the last syncs of a store's loaders ended. */
    syncs: ({ workspaceId }: Scope, storeId: string) =>
      db
        .selectFrom('source_sync')
        .select(['loaderId', 'lastState', 'note'])
        .where('workspaceId', '=', workspaceId)
        .where('storeId', '=', storeId)
        .orderBy('loaderId')
        .execute(),

    find: (scope: Scope, id: string) => loaders(scope).selectAll().where('id', '=', id).executeTakeFirst(),

    insert: (row: LoaderRow) => db.insertInto('document_store_loader').values(row).execute(),

    async update(scope: Scope, id: string, changes: Updateable<LoaderRow>): Promise<boolean> {
      const { numUpdatedRows } = await change(scope)
        .set({ ...changes, updatedAt: Date.now() })
        .where('id', '=', id)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Records that the text of a chunk has changed, and by how much it is longer. */
    async countEdited(scope: Scope, id: string, chars: number): Promise<void> {
      await change(scope)
        .set((row) => ({
          totalChars: row('totalChars', '+', chars),
          chunkRevision: row('chunkRevision', '+', 1),
          updatedAt: Date.now(),
        }))
        .where('id', '=', id)
        .execute();
    },

    /** Records that chunks were deleted. Their vectors went with them, so that the others are as searchable as before. */
    async countRemoved(scope: Scope, id: string, { chunks, chars }: Removed): Promise<void> {
      await change(scope)
        .set((row) => ({
          totalChunks: row('totalChunks', '-', chunks),
          totalChars: row('totalChars', '-', chars),
          updatedAt: Date.now(),
        }))
        .where('id', '=', id)
        .execute();
    },

    /** Vectors of these loaders no longer match their chunks; loaders without vectors stay so. */
    async forgetVectors(scope: Scope, storeId: string, loaderId?: string): Promise<void> {
      const query = change(scope)
        .set({ vectorRevision: -1 })
        .where('storeId', '=', storeId)
        .where('vectorRevision', 'is not', null);
      await (loaderId === undefined ? query : query.where('id', '=', loaderId)).execute();
    },

    /** Nothing of these loaders can be searched any more. */
    async clearVectors(scope: Scope, storeId: string, loaderId?: string): Promise<void> {
      const query = change(scope).set({ vectorRevision: null }).where('storeId', '=', storeId);
      await (loaderId === undefined ? query : query.where('id', '=', loaderId)).execute();
    },

    async remove(scope: Scope, id: string): Promise<void> {
      await db
        .deleteFrom('document_store_loader')
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .execute();
      await removeUnownedContexts(db, scope);
    },
  };
}

/** What the files of loaders are as a whole. */
export function loaderFileStates(db: Database | DatabaseTransaction) {
  const change = async (
    { workspaceId }: Scope,
    loaderIds: readonly string[],
    from: DocumentFileTable['state'],
    to: DocumentFileTable['state'],
  ) => {
    if (loaderIds.length === 0) return;
    await db
      .updateTable('document_file')
      .set({ state: to })
      .where('workspaceId', '=', workspaceId)
      .where('loaderId', 'in', loaderIds)
      .where('state', '=', from)
      .execute();
  };
  return {
    embedded: (scope: Scope, loaderIds: readonly string[]) => change(scope, loaderIds, 'chunked', 'embedded'),
    chunked: (scope: Scope, loaderIds: readonly string[]) => change(scope, loaderIds, 'embedded', 'chunked'),
  };
}
