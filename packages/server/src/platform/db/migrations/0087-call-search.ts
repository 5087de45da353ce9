import { type Kysely, sql } from 'kysely';
import { createIndexOnline } from '../create-index-online.ts';
import type { SchemaMigration } from '../schema-migration.ts';
import { isPostgres } from '../sequence-column.ts';
import { createSqliteTextIndex, makeTrigrams } from './text-search-tables.ts';

/** Calls are found by what was said and which function was called, and narrowed without reading them. */
export const callSearch: SchemaMigration = {
  isOnline: true,
  isExpanding: true,

  async up(db: Kysely<unknown>): Promise<void> {
    // A list walks through it in its order, and looks up only what it shows.
    await createIndexOnline(
      db,
      'call_filters',
      sql`call ("workspaceId", "createdAt", id, kind, status, direction, "disconnectionReason",
        "costUsd", "e2eP50Ms", "durationMs", "isSuccessful")`,
    );
    await sql`drop index if exists call_list`.execute(db);
    if (!isPostgres(db))
      await createSqliteTextIndex(db, { kind: 'call', table: 'call', id: 'id', texts: ['transcript'] });
    else if (await makeTrigrams(db))
      await createIndexOnline(
        db,
        'call_search_transcript',
        sql`call using gin (lower(transcript) gin_trgm_ops)`,
      );
  },
};
