import type { Kysely } from 'kysely';
import type { SchemaMigration } from '../schema-migration.ts';

/** What of an answer its sources do not bear out, beside the answer. */
export const sourceChecks: SchemaMigration = {
  isExpanding: true,

  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('chat_message').addColumn('sourceCheck', 'text').execute();
  },
};
