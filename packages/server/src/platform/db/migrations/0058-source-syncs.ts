import type { Kysely } from 'kysely';
import type { SchemaMigration } from '../schema-migration.ts';

/** Loaders that are kept in step with their sources, and what these listed last. */
export const sourceSyncs: SchemaMigration = {
  isExpanding: true,

  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('source_sync')
      .addColumn('loaderId', 'text', (column) =>
        column.primaryKey().references('document_store_loader.id').onDelete('cascade'),
      )
      .addColumn('workspaceId', 'text', (column) => column.notNull())
      .addColumn('storeId', 'text', (column) => column.notNull())
      .addColumn('cron', 'text', (column) => column.notNull())
      .addColumn('timezone', 'text', (column) => column.notNull())
      .addColumn('isPaused', 'integer', (column) => column.notNull())
      .addColumn('nextAt', 'bigint')
      .addColumn('lastAt', 'bigint')
      .addColumn('lastState', 'text')
      .addColumn('note', 'text', (column) => column.notNull())
      .addColumn('counts', 'text', (column) => column.notNull())
      .addColumn('held', 'text')
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addColumn('updatedAt', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('source_entry')
      .addColumn('loaderId', 'text', (column) =>
        column.notNull().references('document_store_loader.id').onDelete('cascade'),
      )
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('workspaceId', 'text', (column) => column.notNull())
      .addColumn('jobId', 'text', (column) => column.notNull())
      .addColumn('version', 'text')
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('url', 'text')
      .addColumn('acl', 'text')
      .addColumn('bytes', 'bigint')
      .addColumn('skipped', 'text')
      .addPrimaryKeyConstraint('source_entry_key', ['loaderId', 'key'])
      .execute();
    await db.schema.alterTable('document_file').addColumn('origin', 'text').execute();
  },
};
