import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../schema.ts';
import { isPostgres } from '../sequence-column.ts';

/** What can be searched by its text. */
export type SearchedKind = 'message' | 'run' | 'chunk' | 'call';

/** The index knows three letters in a row. */
const shortest = 3;
/** More would exclude few rows more than they cost. */
const mostParts = 12;

/**
 * Narrows a search by the index: true of every row whose text holds `search`, and of few others. `id` is the row's `seq`
 * for messages, else its id. Undefined where there is no index to ask: on PostgreSQL the condition on the text itself is
 * answered by one, and no index knows one or two letters.
 */
export function mayHold(
  db: Database,
  kind: SearchedKind,
  id: Expression<unknown>,
  search: string,
): RawBuilder<SqlBool> | undefined {
  if (isPostgres(db) || [...search].length < shortest) return undefined;
  const index = sql.ref(`${kind}_search`);
  const matching = sql`select rowid from ${index} where ${index} match ${matchOf(search)}`;
  if (kind === 'message')
    return sql<SqlBool>`${id} in (${matching}
      union all select seq from chat_message where seq > (select "upTo" from search_progress)
      union all select cast(id as integer) from search_pending where kind = 'message')`;
  return sql<SqlBool>`${id} in (select id from search_document where number in (${matching})
    union all select id from search_pending where kind = ${sql.lit(kind)})`;
}

/** The search in the index's language: some of its three letters, all of which a text has to have. */
export function matchOf(search: string): string {
  const letters = [...search];
  const last = letters.length - shortest;
  const step = Math.max(1, last / (mostParts - 1));
  const parts = new Set<string>();
  for (let at = 0; at < last + 1; at += step)
    parts.add(letters.slice(Math.floor(at), Math.floor(at) + shortest).join(''));
  return [...parts].map((part) => `"${part.replaceAll('"', '""')}"`).join(' AND ');
}

/** A case-insensitive "contains" on text; signs of patterns are taken as they are. */
export function holdsText(column: string, search: string): RawBuilder<SqlBool> {
  return containsText(sql.ref(column), search);
}

/** The same of any text. */
export function containsText(text: Expression<unknown>, search: string): RawBuilder<SqlBool> {
  const pattern = `%${search.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  // Both sides are lower-cased by the database: SQLite and PostgreSQL differ in which letters they cover.
  return sql<SqlBool>`lower(${text}) like lower(${pattern}) escape '\\'`;
}
