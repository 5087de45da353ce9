import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Flows lie in folders, or in none. A folder is there as long as something lies in it. */
export const flowFolders: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('flow').addColumn('folder', 'text').execute();
  },
};
