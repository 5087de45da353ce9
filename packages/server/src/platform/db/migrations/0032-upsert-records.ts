import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What record managers of this installation know to lie in vector stores. */
export const upsertRecords: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('upsert_record')
      .addColumn('workspaceId', 'text', (column) => column.notNull())
      .addColumn('space', 'text', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('source', 'text', (column) => column.notNull())
      .addColumn('seenAt', 'bigint', (column) => column.notNull())
      .addColumn('flowId', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('upsert_record_once', ['workspaceId', 'space', 'key'])
      .addForeignKeyConstraint('upsert_record_flow', ['flowId'], 'flow', ['id'], (key) =>
        key.onDelete('cascade'),
      )
      .execute();
    await db.schema
      .createIndex('upsert_record_age')
      .on('upsert_record')
      .columns(['workspaceId', 'space', 'seenAt'])
      .execute();
    await db.schema.createIndex('upsert_record_flow').on('upsert_record').column('flowId').execute();
  },
};
