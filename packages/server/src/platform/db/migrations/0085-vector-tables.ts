import type { Kysely } from 'kysely';
import type { SchemaMigration } from '../schema-migration.ts';

/**
 * Which vectors of very large knowledge bases have a table of their own, compared by pgvector. The tables themselves are
 * made by the server when there is something to put into them: they can always be made again.
 */
export const vectorTables: SchemaMigration = {
  isExpanding: true,

  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('vector_table')
      // No foreign key: deleting a knowledge base leaves the row, by which its table is found and dropped.
      .addColumn('storeId', 'text', (column) => column.notNull())
      .addColumn('embedding', 'text', (column) => column.notNull())
      .addColumn('workspaceId', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('dimensions', 'integer', (column) => column.notNull())
      // The last row of vector_code that is in the table.
      .addColumn('lastSeq', 'bigint', (column) => column.notNull())
      // The turnover of the knowledge base up to which deleted texts are out of the table.
      .addColumn('turnover', 'bigint', (column) => column.notNull())
      .addColumn('isReady', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('vector_table_key', ['storeId', 'embedding'])
      .execute();
  },
};
