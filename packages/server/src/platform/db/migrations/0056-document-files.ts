import type { CreateTableBuilder, Kysely } from 'kysely';
import type { SchemaMigration } from '../schema-migration.ts';

type Column = 'text' | 'integer' | 'bigint';

const required: Readonly<Record<string, Column>> = {
  workspaceId: 'text',
  storeId: 'text',
  loaderId: 'text',
  key: 'text',
  title: 'text',
  state: 'text',
  chunks: 'integer',
  chars: 'bigint',
  attempts: 'integer',
  position: 'integer',
  createdAt: 'bigint',
  updatedAt: 'bigint',
};

const optional: Readonly<Record<string, Column>> = {
  url: 'text',
  version: 'text',
  contentHash: 'text',
  bytes: 'bigint',
  error: 'text',
  acl: 'text',
  aclAt: 'bigint',
};

/** Each file of a loader is a row of its own, and a chunk names the file that it is of. */
export const documentFiles: SchemaMigration = {
  isExpanding: true,

  async up(db: Kysely<unknown>): Promise<void> {
    const table = db.schema.createTable('document_file') as unknown as CreateTableBuilder<string, string>;
    let columns = table.addColumn('id', 'text', (column) => column.primaryKey());
    for (const [name, type] of Object.entries(required))
      columns = columns.addColumn(name, type, (column) => column.notNull());
    for (const [name, type] of Object.entries(optional)) columns = columns.addColumn(name, type);
    await columns
      .addForeignKeyConstraint('document_file_loader', ['loaderId'], 'document_store_loader', ['id'], (key) =>
        key.onDelete('cascade'),
      )
      .execute();
    await db.schema
      .createIndex('document_file_key')
      .unique()
      .on('document_file')
      .columns(['loaderId', 'key'])
      .execute();
    await db.schema
      .createIndex('document_file_order')
      .on('document_file')
      .columns(['storeId', 'loaderId', 'position', 'id'])
      .execute();
    await db.schema
      .createIndex('document_file_state')
      .on('document_file')
      .columns(['loaderId', 'state', 'position'])
      .execute();
    await db.schema.alterTable('document_chunk').addColumn('fileId', 'text').execute();
    await db.schema.createIndex('document_chunk_file').on('document_chunk').column('fileId').execute();
  },
};
