import { type CreateTableBuilder, type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isPostgres } from '../sequence-column.ts';

type Db = Kysely<unknown>;
type Table = CreateTableBuilder<string, string>;

function ofWorkspace(db: Db, name: string): Table {
  return db.schema
    .createTable(name)
    .addColumn('workspaceId', 'text', (column) => column.notNull()) as unknown as Table;
}

function withTimes(table: Table): Table {
  return table
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('updatedAt', 'bigint', (column) => column.notNull()) as Table;
}

async function createJobs(db: Db): Promise<void> {
  const table = ofWorkspace(db, 'job')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('subjectId', 'text', (column) => column.notNull())
    .addColumn('partId', 'text')
    .addColumn('input', 'text', (column) => column.notNull())
    .addColumn('checkpoint', 'text')
    .addColumn('done', 'bigint', (column) => column.notNull())
    .addColumn('total', 'bigint')
    .addColumn('unit', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('error', 'text')
    .addColumn('result', 'text')
    .addColumn('isCancelAsked', 'integer', (column) => column.notNull())
    .addColumn('leaseOwner', 'text')
    .addColumn('leasedUntil', 'bigint')
    .addColumn('runAt', 'bigint', (column) => column.notNull());
  await withTimes(table as Table).execute();
  // Only the few unfinished ones are searched for the next.
  await sql`create index job_open on job (state, "runAt") where state in ('waiting', 'running')`.execute(db);
  // One job at a time works on a record, in any process.
  await sql`create unique index job_running on job ("subjectId") where state = 'running'`.execute(db);
  await db.schema
    .createIndex('job_subject')
    .on('job')
    .columns(['workspaceId', 'subjectId', 'createdAt'])
    .execute();
}

async function createStores(db: Db): Promise<void> {
  const stores = ofWorkspace(db, 'document_store')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('embeddingConfig', 'text')
    .addColumn('vectorStoreConfig', 'text')
    .addColumn('recordManagerConfig', 'text');
  await withTimes(stores as Table).execute();
  await db.schema
    .createIndex('document_store_workspace')
    .on('document_store')
    .columns(['workspaceId', 'name'])
    .execute();

  const loaders = ofWorkspace(db, 'document_store_loader')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('storeId', 'text', (column) => column.notNull())
    .addColumn('loaderId', 'text', (column) => column.notNull())
    .addColumn('loaderName', 'text', (column) => column.notNull())
    .addColumn('loaderConfig', 'text', (column) => column.notNull())
    .addColumn('splitterId', 'text', (column) => column.notNull())
    .addColumn('splitterName', 'text', (column) => column.notNull())
    .addColumn('splitterConfig', 'text', (column) => column.notNull())
    .addColumn('credential', 'text')
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('files', 'text', (column) => column.notNull())
    // The current chunks are those of this batch; the next one is written beside it.
    .addColumn('batch', 'text')
    .addColumn('totalChunks', 'integer', (column) => column.notNull())
    .addColumn('totalChars', 'bigint', (column) => column.notNull())
    .addColumn('isStale', 'integer', (column) => column.notNull())
    .addColumn('error', 'text')
    .addColumn('chunkRevision', 'integer', (column) => column.notNull())
    .addColumn('vectorRevision', 'integer')
    .addForeignKeyConstraint('document_store_loader_store', ['storeId'], 'document_store', ['id'], (key) =>
      key.onDelete('cascade'),
    );
  await withTimes(loaders as Table).execute();
  await db.schema
    .createIndex('document_store_loader_store')
    .on('document_store_loader')
    .columns(['storeId', 'createdAt'])
    .execute();
}

async function createChunks(db: Db): Promise<void> {
  await ofWorkspace(db, 'document_chunk')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('storeId', 'text', (column) => column.notNull())
    .addColumn('loaderId', 'text', (column) => column.notNull())
    .addColumn('batch', 'text', (column) => column.notNull())
    .addColumn('chunkNo', 'integer', (column) => column.notNull())
    // Of the text, which has to be embedded only once.
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('editedFrom', 'text')
    .addColumn('pageContent', 'text', (column) => column.notNull())
    .addColumn('metadata', 'text', (column) => column.notNull())
    .addForeignKeyConstraint('document_chunk_loader', ['loaderId'], 'document_store_loader', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute();
  const index = (name: string, columns: string[]) =>
    db.schema.createIndex(name).on('document_chunk').columns(columns);
  await index('document_chunk_page', ['batch', 'chunkNo']).unique().execute();
  await index('document_chunk_hash', ['batch', 'hash']).execute();
  await index('document_chunk_loader', ['loaderId']).execute();
}

async function createVectors(db: Db): Promise<void> {
  await ofWorkspace(db, 'document_vector')
    .addColumn('storeId', 'text', (column) => column.notNull())
    .addColumn('loaderId', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('embedding', 'text', (column) => column.notNull())
    // 32-bit numbers.
    .addColumn('vector', isPostgres(db) ? sql`real[]` : 'blob', (column) => column.notNull())
    .addPrimaryKeyConstraint('document_vector_once', ['loaderId', 'hash'])
    .addForeignKeyConstraint('document_vector_loader', ['loaderId'], 'document_store_loader', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex('document_vector_store')
    .on('document_vector')
    .columns(['storeId', 'embedding'])
    .execute();
}

/** Knowledge bases: their loaders, chunks and vectors, and the jobs that create them. */
export const knowledge: Migration = {
  async up(db: Db): Promise<void> {
    await createJobs(db);
    await createStores(db);
    await createChunks(db);
    await createVectors(db);
  },
};
