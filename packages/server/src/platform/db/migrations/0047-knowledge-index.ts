import { type CreateTableBuilder, type Kysely, sql } from 'kysely';
import type { SchemaMigration } from '../schema-migration.ts';
import { addSequence, isPostgres } from '../sequence-column.ts';

type Db = Kysely<unknown>;

const sequenced = (db: Db, name: string) =>
  addSequence(db, db.schema.createTable(name) as unknown as CreateTableBuilder<string, string>);

/** Texts, codes and vectors of knowledge bases, the words of their texts, and what of them is live. */
export const knowledgeIndex: SchemaMigration = {
  isExpanding: true,
  async up(db: Db): Promise<void> {
    await createTexts(db);
    await createCodes(db);
    await createStates(db);
    // Rows of the release before are moved by the server, some at a time; on PostgreSQL that release may still read them.
    await sql`alter table document_vector add column "movedAt" bigint`.execute(db);
  },
};

/** One row for each distinct text of a loader; its number is the text's number everywhere. */
async function createTexts(db: Db): Promise<void> {
  await sequenced(db, 'chunk_text')
    .addColumn('workspaceId', 'text', (column) => column.notNull())
    .addColumn('storeId', 'text', (column) => column.notNull())
    .addColumn('loaderId', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addForeignKeyConstraint('chunk_text_loader', ['loaderId'], 'document_store_loader', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute();
  await sql`create unique index chunk_text_once on chunk_text ("loaderId", hash)`.execute(db);
  await sql`create index chunk_text_store on chunk_text ("storeId", seq)`.execute(db);
  // The same text in another knowledge base of the workspace is not embedded again.
  await sql`create index chunk_text_hash on chunk_text ("workspaceId", hash)`.execute(db);
  // Words are made again from the texts wherever they are missing: they are in no backup.
  if (isPostgres(db)) {
    await sql`create table chunk_word_list (
      seq bigint primary key references chunk_text (seq) on delete cascade, words tsvector not null)`.execute(
      db,
    );
    await sql`create index chunk_word_list_words on chunk_word_list using gin (words)`.execute(db);
    return;
  }
  // Words come cut and folded, between spaces: what is left of a word's own punctuation stays.
  await sql`create virtual table chunk_words using fts5(
    words, scope, content='', contentless_delete=1, tokenize="ascii tokenchars '-_./+#@:&%$~'")`.execute(db);
  await sql`create trigger chunk_words_removed after delete on chunk_text begin
    delete from chunk_words where rowid = old.seq;
  end`.execute(db);
}

async function createCodes(db: Db): Promise<void> {
  const bytes = isPostgres(db) ? sql`bytea` : 'blob';
  await sequenced(db, 'vector_code')
    .addColumn('workspaceId', 'text', (column) => column.notNull())
    .addColumn('storeId', 'text', (column) => column.notNull())
    .addColumn('textSeq', 'bigint', (column) => column.notNull())
    .addColumn('embedding', 'text', (column) => column.notNull())
    .addColumn('scale', 'double precision', (column) => column.notNull())
    .addColumn('code', bytes, (column) => column.notNull())
    .addForeignKeyConstraint('vector_code_text', ['textSeq'], 'chunk_text', ['seq'], (key) =>
      key.onDelete('cascade'),
    )
    .execute();
  await sql`create unique index vector_code_once on vector_code ("textSeq", embedding)`.execute(db);
  await sql`create index vector_code_store on vector_code ("storeId", embedding, seq)`.execute(db);
  // Apart from the codes, which are read in one go: the vector itself is four times as long.
  await db.schema
    .createTable('vector_value')
    .addColumn('seq', isPostgres(db) ? 'bigint' : 'integer', (column) => column.primaryKey())
    .addColumn('vector', bytes, (column) => column.notNull())
    .addForeignKeyConstraint('vector_value_code', ['seq'], 'vector_code', ['seq'], (key) =>
      key.onDelete('cascade'),
    )
    .execute();
  if (!isPostgres(db)) return;
  // Bytes that hardly shrink are not worth the attempt.
  await sql`alter table vector_code alter column code set storage external`.execute(db);
  await sql`alter table vector_value alter column vector set storage external`.execute(db);
}

async function createStates(db: Db): Promise<void> {
  await db.schema
    .createTable('store_index')
    .addColumn('storeId', 'text', (column) => column.primaryKey())
    .addColumn('workspaceId', 'text', (column) => column.notNull())
    // Counts every change of what can be found.
    .addColumn('revision', 'bigint', (column) => column.notNull())
    // Counts those that take something away, or change which texts are current.
    .addColumn('turnover', 'bigint', (column) => column.notNull())
    .addColumn('liveEmbedding', 'text')
    .addColumn('liveConfig', 'text')
    .addForeignKeyConstraint('store_index_store', ['storeId'], 'document_store', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute();
}
