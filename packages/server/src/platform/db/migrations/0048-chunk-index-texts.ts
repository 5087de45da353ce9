import type { Kysely } from 'kysely';
import type { SchemaMigration } from '../schema-migration.ts';

/** What of a chunk is searched where that is not its text, and the longer text that is given in its place. */
export const chunkIndexTexts: SchemaMigration = {
  isExpanding: true,

  async up(db: Kysely<unknown>): Promise<void> {
    // SQLite adds one column at a time.
    await db.schema.alterTable('document_chunk').addColumn('indexText', 'text').execute();
    await db.schema.alterTable('document_chunk').addColumn('parentKey', 'text').execute();
    await db.schema.alterTable('document_store_loader').addColumn('problem', 'text').execute();
    await db.schema
      .createTable('document_parent')
      .addColumn('workspaceId', 'text', (column) => column.notNull())
      .addColumn('storeId', 'text', (column) => column.notNull())
      .addColumn('loaderId', 'text', (column) => column.notNull())
      .addColumn('batch', 'text', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('document_parent_key', ['batch', 'key'])
      .addForeignKeyConstraint(
        'document_parent_loader',
        ['loaderId'],
        'document_store_loader',
        ['id'],
        (key) => key.onDelete('cascade'),
      )
      .execute();
    await db.schema.createIndex('document_parent_loader').on('document_parent').column('loaderId').execute();
    await db.schema
      .createTable('chunk_context')
      .addColumn('workspaceId', 'text', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('chunk_context_key', ['workspaceId', 'key'])
      .execute();
  },
};
