import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { insertText } from '../../../platform/db/insert-many.ts';
import { runKept } from '../../../platform/db/kept-statement.ts';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import { isPostgres } from '../../../platform/db/sequence-column.ts';
import { loopTurn } from '../../../platform/loop-turn.ts';
import { textWords } from './text-words.ts';

/** A word of a question, and how selective it is. */
export interface WeightedWord {
  word: string;
  weight: number;
}

interface IndexedText {
  seq: number;
  text: string;
  /** Its words, where they are cut already. */
  words?: readonly string[] | undefined;
}

/** Which texts to look through. */
interface WordSearch {
  storeId: string;
  words: readonly WeightedWord[];
  limit: number;
  /** Only these, where they are few. */
  among?: readonly number[] | undefined;
}

/** Pages of the embedded index that one step merges: about twice those of a page of chunks. */
const pagesAtOnce = 24;

/** One word of the index that all texts of a knowledge base share, so that no other's are passed. */
function scopeWord(storeId: string): string {
  return `s${createHash('sha256').update(storeId).digest('hex').slice(0, 24)}`;
}

/** Texts by their words: an index of SQLite without contents, or lists of words on PostgreSQL. */
export function chunkWordStore(db: Database | DatabaseTransaction) {
  const isListed = isPostgres(db as Database);

  /** One statement: the index writes what it has gathered before each that is followed by another. */
  async function put(storeId: string, texts: readonly IndexedText[]): Promise<void> {
    if (texts.length === 0) return;
    const scope = scopeWord(storeId);
    const wordsOf = ({ text, words = textWords(text) }: IndexedText) => words;
    if (isListed) {
      const rows = texts.map(
        (text) => sql`(${text.seq}::bigint, ${toWordList(scope, wordsOf(text))}::tsvector)`,
      );
      await sql`insert into chunk_word_list (seq, words) values ${sql.join(rows)} on conflict do nothing`.execute(
        db,
      );
      return;
    }
    await runKept(
      db,
      `chunk words ${texts.length}`,
      (place) => insertText('insert into chunk_words', ['rowid', 'words', 'scope'], texts.length, place),
      texts.flatMap((text) => [text.seq, wordsOf(text).join(' '), scope]),
    );
    // Here, with others served before and after it, not as a part of the commit.
    await loopTurn();
    await sql`insert into chunk_words (chunk_words) values ('flush')`.execute(db);
    await loopTurn();
  }

  return {
    put,

    /** Merges a little of what was written; first thing in a transaction, of which it takes a few milliseconds. */
    async merge(): Promise<void> {
      if (isListed) return;
      await sql`insert into chunk_words (chunk_words, rank) values ('merge', ${sql.lit(pagesAtOnce)})`.execute(
        db,
      );
    },

    /** The numbers of the texts that have any of these words, best first. */
    async search({ storeId, words, limit, among }: WordSearch): Promise<number[]> {
      if (words.length === 0 || limit === 0) return [];
      const scope = scopeWord(storeId);
      const list = among && JSON.stringify(among);
      const { rows } = await (isListed
        ? searchLists(scope, words, limit, list)
        : searchIndex(scope, words, limit, list)
      ).execute(db);
      return rows.map(({ seq }) => Number(seq));
    },

    /** Which of these texts have a word. */
    async holding(storeId: string, word: string, seqs: readonly number[]): Promise<number[]> {
      return this.search({ storeId, words: [{ word, weight: 1 }], limit: seqs.length, among: seqs });
    },

    /** Texts in use of a knowledge base whose words are not indexed, some of them. */
    async missing(storeId: string, most: number): Promise<{ seq: number; text: string }[]> {
      const absent = isListed
        ? sql`not exists (select 1 from chunk_word_list list where list.seq = own.seq)`
        : sql`not exists (select 1 from chunk_words_docsize where id = own.seq)`;
      const { rows } = await sql<{ seq: number; text: string }>`
        select own.seq, (select coalesce(chunk."indexText", chunk."pageContent") from document_chunk chunk
          where chunk.batch = loader.batch and chunk.hash = own.hash limit 1) as text
        from chunk_text own join document_store_loader loader on loader.id = own."loaderId"
        where own."storeId" = ${storeId} and ${absent}
          and exists (select 1 from document_chunk chunk where chunk.batch = loader.batch and chunk.hash = own.hash)
        order by own.seq limit ${most}`.execute(db);
      return rows;
    },
  };
}

function searchIndex(
  scope: string,
  words: readonly WeightedWord[],
  limit: number,
  among: string | undefined,
) {
  // Every word in quotes: what somebody writes is no syntax of the index.
  const any = words.map(({ word }) => `"${word.replaceAll('"', '""')}"`).join(' OR ');
  // Never as a way to look rows up, which would repeat the search for each of them.
  const some = among ? sql`and +rowid in (select value from json_each(${among}))` : sql``;
  return sql<{ seq: number }>`select rowid as seq from chunk_words
    where chunk_words match ${`scope:"${scope}" AND words:(${any})`} ${some}
    order by bm25(chunk_words, 1.0, 0.0), rowid limit ${limit}`;
}

function searchLists(
  scope: string,
  words: readonly WeightedWord[],
  limit: number,
  among: string | undefined,
) {
  const any = words.map(({ word }) => lexeme(word)).join(' | ');
  const some = among
    ? sql`and seq in (select value::bigint from json_array_elements_text(${among}::json))`
    : sql``;
  // PostgreSQL knows nothing of how rare a word is: the sum of the weight of the present ones comes first.
  const weights = words.map(
    ({ word, weight }) => sql`case when words @@ ${lexeme(word)}::tsquery then ${weight}::float8 else 0 end`,
  );
  return sql<{ seq: number }>`select seq from chunk_word_list
    where words @@ ${`${lexeme(`=${scope}`)} & (${any})`}::tsquery ${some}
    order by ${sql.join(weights, sql` + `)} desc, ts_rank(words, ${any}::tsquery, 1) desc, seq limit ${limit}`;
}

const lexeme = (word: string) => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/** The text form of PostgreSQL's list of words: each with its places. */
function toWordList(scope: string, words: readonly string[]): string {
  const places = new Map<string, number[]>();
  for (const [at, word] of words.entries()) {
    const own = places.get(word) ?? [];
    if (own.length < 200) own.push(Math.min(at + 1, 16_383));
    places.set(word, own);
  }
  const listed = [...places].map(([word, own]) => `${lexeme(word)}:${own.join(',')}`);
  return [lexeme(`=${scope}`), ...listed].join(' ');
}
