import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

type Db = Kysely<unknown>;

async function createAssistants(db: Db): Promise<void> {
  await db.schema
    .createTable('assistant')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('workspaceId', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('details', 'text', (column) => column.notNull())
    .addColumn('credential', 'text')
    .addColumn('iconSrc', 'text')
    .addColumn('flowId', 'text')
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('updatedAt', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('assistant_workspace')
    .on('assistant')
    .columns(['workspaceId', 'type', 'updatedAt'])
    .execute();
}

/** Records whose fields are mostly unknown to us: stored as JSON. */
async function createLooseRecords(db: Db, table: string): Promise<void> {
  await db.schema
    .createTable(table)
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('workspaceId', 'text', (column) => column.notNull())
    .addColumn('fields', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('updatedAt', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex(`${table}_workspace`).on(table).columns(['workspaceId', 'createdAt']).execute();
}

/** Assistants, assistant profiles and phone numbers. */
export const assistants: Migration = {
  async up(db: Db): Promise<void> {
    await createAssistants(db);
    await createLooseRecords(db, 'assistant_profile');
    await createLooseRecords(db, 'assistant_phone_number');
  },
};
