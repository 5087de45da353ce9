import { type Kysely, sql } from 'kysely';
import type { SchemaMigration } from '../schema-migration.ts';
import { isPostgres } from '../sequence-column.ts';

type Db = Kysely<unknown>;

/** Vector stores elsewhere, and what has to be deleted there. */
export const outsideStores: SchemaMigration = {
  isExpanding: true,
  async up(db: Db): Promise<void> {
    await db.schema
      .createTable('outside_store')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('workspaceId', 'text', (column) => column.notNull())
      .addColumn('storeId', 'text', (column) => column.notNull())
      .addColumn('embedding', 'text')
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('config', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('cursor', 'bigint', (column) => column.notNull())
      .addColumn('error', 'text')
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addColumn('updatedAt', 'bigint', (column) => column.notNull())
      .execute();
    await sql`create index outside_store_base on outside_store ("storeId")`.execute(db);
    await db.schema
      .createTable('outside_removal')
      .addColumn('outsideId', 'text', (column) => column.notNull())
      .addColumn('vectorSeq', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('outside_removal_key', ['outsideId', 'vectorSeq'])
      .addForeignKeyConstraint('outside_removal_store', ['outsideId'], 'outside_store', ['id'], (key) =>
        key.onDelete('cascade'),
      )
      .execute();
    await (isPostgres(db) ? createTriggers(db) : createEmbeddedTriggers(db));
  },
};

// Vectors go in many ways, most of them with what they belong to: only the database sees each of them, in the
// transaction in which it happens.
async function createEmbeddedTriggers(db: Db): Promise<void> {
  await sql`create trigger vector_code_gone after delete on vector_code
    when exists (select 1 from outside_store where "storeId" = old."storeId") begin
      insert or ignore into outside_removal ("outsideId", "vectorSeq")
        select id, old.seq from outside_store where "storeId" = old."storeId" and embedding = old.embedding;
    end`.execute(db);
  await sql`create trigger document_store_gone after delete on document_store begin
      update outside_store set state = 'emptying' where "storeId" = old.id;
    end`.execute(db);
}

async function createTriggers(db: Db): Promise<void> {
  await sql`create or replace function note_gone_vectors() returns trigger language plpgsql as $$
    begin
      insert into outside_removal ("outsideId", "vectorSeq")
        select outside_store.id, gone.seq from gone join outside_store
          on outside_store."storeId" = gone."storeId" and outside_store.embedding = gone.embedding
        on conflict do nothing;
      return null;
    end $$`.execute(db);
  await sql`create trigger vector_code_gone after delete on vector_code
    referencing old table as gone for each statement execute function note_gone_vectors()`.execute(db);
  await sql`create or replace function empty_outside_stores() returns trigger language plpgsql as $$
    begin
      update outside_store set state = 'emptying' where "storeId" = old.id;
      return null;
    end $$`.execute(db);
  await sql`create trigger document_store_gone after delete on document_store
    for each row execute function empty_outside_stores()`.execute(db);
}
