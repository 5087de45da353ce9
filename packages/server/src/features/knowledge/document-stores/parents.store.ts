import { insertMany } from '../../../platform/db/insert-many.ts';
import type { DocumentParentTable } from '../../../platform/db/knowledge-tables.ts';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

export type ParentRow = DocumentParentTable;

/** The longer texts around chunks, which are given to models in their place. */
export function parentStore(db: Database | DatabaseTransaction) {
  return {
    insert: (rows: readonly ParentRow[]) => insertMany(db, 'document_parent', rows, { skipsPresent: true }),

    /** The parents of these chunks, by the ids of the chunks. */
    async ofChunks({ workspaceId }: Scope, chunkIds: readonly string[]) {
      if (chunkIds.length === 0) return new Map<string, { key: string; text: string }>();
      const rows = await db
        .selectFrom('document_chunk as chunk')
        .innerJoin('document_parent as parent', (join) =>
          join.onRef('parent.batch', '=', 'chunk.batch').onRef('parent.key', '=', 'chunk.parentKey'),
        )
        .select(['chunk.id', 'parent.batch', 'parent.key', 'parent.text'])
        .where('chunk.workspaceId', '=', workspaceId)
        .where('chunk.id', 'in', chunkIds)
        .execute();
      return new Map(rows.map(({ id, batch, key, text }) => [id, { key: `${batch} ${key}`, text }]));
    },

    /** Whether any chunk of a knowledge base has one. */
    async isUsed({ workspaceId }: Scope, loaderIds: readonly string[]): Promise<boolean> {
      if (loaderIds.length === 0) return false;
      const row = await db
        .selectFrom('document_parent')
        .select('key')
        .where('workspaceId', '=', workspaceId)
        .where('loaderId', 'in', loaderIds)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}
