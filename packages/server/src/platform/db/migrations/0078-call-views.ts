import type { Kysely } from 'kysely';
import type { SchemaMigration } from '../schema-migration.ts';

/** Saved views of the list of calls. */
export const callViews: SchemaMigration = {
  isExpanding: true,

  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('call_view')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('workspaceId', 'text', (column) => column.notNull())
      .addColumn('userId', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('isShared', 'integer', (column) => column.notNull())
      .addColumn('filter', 'text', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addColumn('updatedAt', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('call_view_workspace')
      .on('call_view')
      .columns(['workspaceId', 'createdAt'])
      .execute();
  },
};
