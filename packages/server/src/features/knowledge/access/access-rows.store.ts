import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { holdsText } from '../../../platform/db/search/text-match.ts';
import { storeIndexStore } from '../index/public.ts';

/** Reads who may read a knowledge base, its loaders and their files. */
export function accessRowStore(db: Database | DatabaseTransaction) {
  return {
    find: ({ workspaceId }: Scope, storeId: string) =>
      db
        .selectFrom('document_store')
        .select(['id', 'workspaceId', 'audience'])
        .where('workspaceId', '=', workspaceId)
        .where('id', '=', storeId)
        .executeTakeFirst(),

    loaders: ({ workspaceId }: Scope, storeId: string) =>
      db
        .selectFrom('document_store_loader as loader')
        .leftJoin('document_file as file', 'file.loaderId', 'loader.id')
        .select(['loader.id', 'loader.loaderName', 'loader.source', 'loader.acl', 'loader.createdAt'])
        .select((row) => [
          row.fn.count<number>('file.id').as('files'),
          row.fn.count<number>('file.acl').as('listed'),
        ])
        .where('loader.workspaceId', '=', workspaceId)
        .where('loader.storeId', '=', storeId)
        .groupBy(['loader.id', 'loader.loaderName', 'loader.source', 'loader.acl', 'loader.createdAt'])
        .orderBy('loader.createdAt')
        .orderBy('loader.id')
        .execute(),

    async files({ workspaceId }: Scope, loaderId: string, search: string, offset: number, limit: number) {
      const asked = () => {
        const query = db
          .selectFrom('document_file')
          .where('workspaceId', '=', workspaceId)
          .where('loaderId', '=', loaderId);
        return search === '' ? query : query.where(holdsText('title', search));
      };
      const [files, total] = await Promise.all([
        asked()
          .select(['id', 'title', 'acl'])
          .orderBy('position')
          .orderBy('id')
          .offset(offset)
          .limit(limit)
          .execute(),
        asked()
          .select((file) => file.fn.countAll<number>().as('count'))
          .executeTakeFirst(),
      ]);
      return { files, count: Number(total?.count ?? 0) };
    },
  };
}

/** What jobs have noted of their texts is seen by more people than may read those now. */
async function forgetResults(
  trx: DatabaseTransaction,
  { workspaceId }: Scope,
  storeId: string,
): Promise<void> {
  await trx
    .updateTable('job')
    .set({ result: null })
    .where('workspaceId', '=', workspaceId)
    .where('subjectId', '=', storeId)
    .where('state', 'in', ['done', 'failed', 'cancelled'])
    .execute();
}

/** Changes who may read; everything in the caller's transaction. */
export function accessWrites(trx: DatabaseTransaction) {
  return {
    /** Counts the change first, so that questions of all processes see it at once. */
    count: (scope: Scope, storeId: string) => storeIndexStore(trx).count(scope, storeId, false),

    async setAudience(
      { workspaceId }: Scope,
      storeId: string,
      audience: 'open' | 'restricted',
    ): Promise<void> {
      await trx
        .updateTable('document_store')
        .set({ audience, updatedAt: Date.now() })
        .where('workspaceId', '=', workspaceId)
        .where('id', '=', storeId)
        .execute();
      if (audience === 'restricted') await forgetResults(trx, { workspaceId }, storeId);
    },

    /** A job has noted which file it read last, for everybody who sees the job. */
    async forgetFileNames({ workspaceId }: Scope, storeId: string): Promise<void> {
      await trx
        .updateTable('job')
        .set({ stage: null })
        .where('workspaceId', '=', workspaceId)
        .where('subjectId', '=', storeId)
        .where('stage', 'is not', null)
        .execute();
    },

    async setLoaderList(
      { workspaceId }: Scope,
      storeId: string,
      loaderId: string,
      list: readonly string[] | null,
    ): Promise<boolean> {
      const { numUpdatedRows } = await trx
        .updateTable('document_store_loader')
        .set({ acl: list && JSON.stringify(list) })
        .where('workspaceId', '=', workspaceId)
        .where('storeId', '=', storeId)
        .where('id', '=', loaderId)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Undefined, as of a source that says nothing this time, leaves the list as it was. */
    async setFileLists(
      { workspaceId }: Scope,
      loaderId: string,
      fileIds: readonly string[],
      list: readonly string[] | null | undefined,
    ): Promise<number> {
      if (list === undefined || fileIds.length === 0) return 0;
      const { numUpdatedRows } = await trx
        .updateTable('document_file')
        .set({ acl: list && JSON.stringify(list), aclAt: Date.now() })
        .where('workspaceId', '=', workspaceId)
        .where('loaderId', '=', loaderId)
        .where('id', 'in', fileIds)
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },

    /** From now on what a source says of its files decides: those that it says nothing of are for owners alone. */
    async takeOverLists({ workspaceId }: Scope, storeId: string, loaderId: string): Promise<void> {
      await this.count({ workspaceId }, storeId);
      await this.setAudience({ workspaceId }, storeId, 'restricted');
      await this.forgetFileNames({ workspaceId }, storeId);
      await trx
        .updateTable('document_store_loader')
        .set({ acl: sql`coalesce(acl, '[]')` })
        .where('workspaceId', '=', workspaceId)
        .where('id', '=', loaderId)
        .execute();
    },
  };
}
