import type { Kysely } from 'kysely';
import type { SchemaMigration } from '../schema-migration.ts';

/** What happened in a call beside its words is kept with it, for webhooks and Retell's clients; calls before this have none. */
export const callFacts: SchemaMigration = {
  isExpanding: true,

  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('call').addColumn('facts', 'text').execute();
  },
};
