import { type Kysely, sql } from 'kysely';

type Db = Kysely<unknown>;

interface SearchedTable {
  kind: string;
  table: string;
  id: 'seq' | 'id';
  texts: readonly string[];
}

/** What is searched by its text: where it is stored, its id there, and its texts. */
const searched: readonly SearchedTable[] = [
  { kind: 'message', table: 'chat_message', id: 'seq', texts: ['content', 'leadEmail'] },
  { kind: 'run', table: 'run', id: 'id', texts: ['question', 'answer'] },
  { kind: 'chunk', table: 'document_chunk', id: 'id', texts: ['pageContent'] },
];

/**
 * Indexes of every three letters, filled in the background: a write only notes what has to be indexed, in its own
 * transaction, because indexing a text takes longer than storing it.
 */
export async function createSqliteTextSearch(db: Db): Promise<void> {
  await sql`create table search_pending (kind text not null, id text not null, primary key (kind, id)) without rowid`.execute(
    db,
  );
  await sql`create table search_progress ("upTo" integer not null)`.execute(db);
  await sql`insert into search_progress values (0)`.execute(db);
  // Numbers of documents that have none of their own: the index knows texts by number.
  await sql`create table search_document (
    number integer primary key autoincrement, kind text not null, id text not null, unique (kind, id))`.execute(
    db,
  );
  for (const one of searched) await createSqliteTextIndex(db, one);
}

/** The index of one kind of text. */
export async function createSqliteTextIndex(
  db: Db,
  { kind, table, id, texts }: SearchedTable,
): Promise<void> {
  const index = sql.ref(`${kind}_search`);
  await sql`create virtual table ${index} using fts5(
      text, content='', contentless_delete=1, detail=none, tokenize='trigram')`.execute(db);
  // Merged in small steps by the indexer; by itself it would merge much at once.
  await sql`insert into ${index} (${index}, rank) values ('automerge', 0)`.execute(db);
  await sql`insert into ${index} (${index}, rank) values ('crisismerge', 500)`.execute(db);
  const note = sql`insert or ignore into search_pending (kind, id) values (${sql.lit(kind)}, new.${sql.ref(id)});`;
  const number =
    id === 'seq'
      ? sql`old.seq`
      : sql`(select number from search_document where kind = ${sql.lit(kind)} and id = old.id)`;
  // Messages have numbers: those after the last that was indexed need no note.
  const isNoted = id === 'seq' ? sql`when new.seq <= (select "upTo" from search_progress)` : sql``;
  await sql`create trigger ${sql.ref(`${kind}_search_changed`)} after update of ${sql.join(texts.map((text) => sql.ref(text)))}
      on ${sql.ref(table)} ${isNoted} begin ${note} end`.execute(db);
  await sql`create trigger ${sql.ref(`${kind}_search_removed`)} after delete on ${sql.ref(table)} begin
      delete from ${index} where rowid = ${number};
      delete from search_document where kind = ${sql.lit(kind)} and id = old.${sql.ref(id)};
      delete from search_pending where kind = ${sql.lit(kind)} and id = old.${sql.ref(id)};
    end`.execute(db);
  if (id === 'seq') return;
  await sql`create trigger ${sql.ref(`${kind}_search_added`)} after insert on ${sql.ref(table)} begin ${note} end`.execute(
    db,
  );
  await sql`insert into search_pending (kind, id) select ${sql.lit(kind)}, ${sql.ref(id)} from ${sql.ref(table)}`.execute(
    db,
  );
}

/** The same by PostgreSQL's own extension, where it is offered and the role may create it; else texts are scanned. */
export async function createPostgresTextSearch(db: Db): Promise<void> {
  if (!(await makeTrigrams(db))) return;
  for (const { kind, table, texts } of searched)
    for (const text of texts)
      await sql`create index ${sql.ref(`${kind}_search_${text.toLowerCase()}`)} on ${sql.ref(table)}
        using gin (lower(${sql.ref(text)}) gin_trgm_ops)`.execute(db);
}

/** Whether PostgreSQL can index three letters in a row: with its extension, which is created if need be. */
export async function makeTrigrams(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isReady: boolean }>`select
    exists (select 1 from pg_extension where extname = 'pg_trgm')
    or (exists (select 1 from pg_available_extension_versions where name = 'pg_trgm' and trusted)
      and has_database_privilege(current_database(), 'create')) as "isReady"`.execute(db);
  if (!rows[0]?.isReady) return false;
  await sql`create extension if not exists pg_trgm`.execute(db);
  return true;
}
