import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What was given with a call, sealed with its token, until its line is opened: at whichever process. */
export const callGiven: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('call').addColumn('given', 'text').execute();
  },
};
