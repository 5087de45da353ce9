import type { CreateTableBuilder, Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addSequence } from '../sequence-column.ts';

type Db = Kysely<unknown>;
type Table = CreateTableBuilder<string, string>;

function ofFlow<B extends Table>(table: B, name: string): B {
  return table
    .addColumn('workspaceId', 'text', (column) => column.notNull())
    .addColumn('flowId', 'text', (column) => column.notNull())
    .addForeignKeyConstraint(name, ['flowId'], 'flow', ['id'], (key) => key.onDelete('cascade')) as B;
}

async function createChunks(db: Db): Promise<void> {
  const table = addSequence(db, db.schema.createTable('upserted_chunk') as unknown as Table);
  await ofFlow(table, 'upserted_chunk_flow')
    .addColumn('nodeId', 'text', (column) => column.notNull())
    // Empty for passages that every chat of the flow may find.
    .addColumn('chatId', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('embedding', 'text', (column) => column.notNull())
    .addColumn('metadata', 'text', (column) => column.notNull())
    .addColumn('pageContent', 'text', (column) => column.notNull())
    .addColumn('vector', 'text', (column) => column.notNull())
    .addUniqueConstraint('upserted_chunk_once', ['flowId', 'nodeId', 'chatId', 'hash'])
    .execute();
  // Checking for new ones and summing sizes read the index only.
  await db.schema
    .createIndex('upserted_chunk_place')
    .on('upserted_chunk')
    .columns(['workspaceId', 'flowId', 'nodeId', 'chatId', 'seq', 'size'])
    .execute();
}

async function createHistory(db: Db): Promise<void> {
  const table = db.schema
    .createTable('upsert_history')
    .addColumn('id', 'text', (column) => column.primaryKey()) as unknown as Table;
  await ofFlow(table, 'upsert_history_flow')
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('result', 'text', (column) => column.notNull())
    .addColumn('flowData', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('upsert_history_flow')
    .on('upsert_history')
    .columns(['workspaceId', 'flowId', 'createdAt'])
    .execute();
}

/** The content of built-in vector stores, and the history of filling vector stores. */
export const upserts: Migration = {
  async up(db: Db): Promise<void> {
    await createChunks(db);
    await createHistory(db);
  },
};
