import { type Kysely, sql } from 'kysely';
import type { SchemaMigration } from '../schema-migration.ts';
import { isPostgres } from '../sequence-column.ts';

/**
 * The embedded index of words is merged in small steps by those who write to it: by itself it would at times merge all
 * of it within one commit.
 */
export const wordMerges: SchemaMigration = {
  isExpanding: true,

  async up(db: Kysely<unknown>): Promise<void> {
    if (isPostgres(db)) return;
    const options = { automerge: 0, usermerge: 16, crisismerge: 1000 };
    for (const [option, value] of Object.entries(options))
      await sql`insert into chunk_words (chunk_words, rank) values (${sql.lit(option)}, ${sql.lit(value)})`.execute(
        db,
      );
  },
};
