import { sql } from 'kysely';
import type { Database } from '../schema.ts';
import type { Scope } from '../scope.ts';
import { isPostgres } from '../sequence-column.ts';
import { holdsText, matchOf } from './text-match.ts';

/** No index knows one or two letters. */
const shortest = 3;

/** What is searched for in transcripts: as the index has it, and as the JSON of a transcript does. */
export interface SoughtText {
  readonly indexed: string;
  readonly stored: string;
}

/**
 * Ids of the calls whose transcripts hold a text, and of some that only may; undefined where they are more than `most`,
 * or where no index helps to find them.
 */
export async function callsThatMayHold(
  db: Database,
  { workspaceId }: Scope,
  { indexed, stored }: SoughtText,
  most: number,
): Promise<string[] | undefined> {
  if ([...indexed].length < shortest) return undefined;
  const found = isPostgres(db)
    ? sql<{ id: string }>`select id from call
        where "workspaceId" = ${workspaceId} and ${holdsText('transcript', stored)} limit ${most + 1}`
    : sql<{ id: string }>`select id from (select id from search_document
          where number in (select rowid from call_search where call_search match ${matchOf(indexed)})
        union select id from search_pending where kind = 'call') limit ${most + 1}`;
  const { rows } = await found.execute(db);
  return rows.length > most ? undefined : rows.map(({ id }) => id);
}
