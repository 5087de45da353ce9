import type { Kysely } from 'kysely';
import type { SchemaMigration } from '../schema-migration.ts';

/** Chunks know which reading of their file they are of; readings that are not to be found are listed. */
export const chunkEditions: SchemaMigration = {
  isExpanding: true,

  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('document_chunk').addColumn('edition', 'text').execute();
    await db.schema.alterTable('document_file').addColumn('edition', 'text').execute();
    await db.schema
      .createTable('hidden_edition')
      .addColumn('edition', 'text', (column) => column.primaryKey())
      .addColumn('workspaceId', 'text', (column) => column.notNull())
      .addColumn('storeId', 'text', (column) => column.notNull())
      .addColumn('loaderId', 'text', (column) => column.notNull())
      .addColumn('fileId', 'text', (column) => column.notNull())
      .addColumn('jobId', 'text')
      .addForeignKeyConstraint(
        'hidden_edition_loader',
        ['loaderId'],
        'document_store_loader',
        ['id'],
        (key) => key.onDelete('cascade'),
      )
      .execute();
    await db.schema
      .createIndex('hidden_edition_place')
      .on('hidden_edition')
      .columns(['loaderId', 'fileId'])
      .execute();
  },
};
