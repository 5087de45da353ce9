import { sql } from 'kysely';
import type { Database } from '../schema.ts';
import type { Scope } from '../scope.ts';
import { isPostgres } from '../sequence-column.ts';
import { holdsText, matchOf, type SearchedKind } from './text-match.ts';

/** Rows among which a common text is searched: looking through these takes some milliseconds. */
export const mostSearched = 2000;

/** From here on, looking each one up takes longer than a list may. */
const many = 5000;
/** No index knows one or two letters. */
const shortest = 3;

const columns = {
  message: ['chat_message', 'content'],
  run: ['run', 'question'],
  chunk: ['document_chunk', 'pageContent'],
  call: ['call', 'transcript'],
} as const satisfies Record<SearchedKind, readonly [string, string]>;

/**
 * Whether so many texts contain `search` that no index helps to find the right ones: then only `mostSearched` of them
 * are looked through, and who searches is informed.
 */
export async function isCommonText(
  db: Database,
  { workspaceId }: Scope,
  kind: SearchedKind,
  search: string,
): Promise<boolean> {
  if ([...search].length < shortest) return true;
  const [table, column] = columns[kind];
  const index = sql.ref(`${kind}_search`);
  const found = isPostgres(db)
    ? sql`select 1 from ${sql.ref(table)} where "workspaceId" = ${workspaceId} and ${holdsText(column, search)}`
    : sql`select rowid from ${index} where ${index} match ${matchOf(search)}`;
  const { rows } = await sql<{ count: number }>`select count(*) as count
    from (${found} limit ${many}) as found`.execute(db);
  return Number(rows[0]?.count ?? 0) >= many;
}
