import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Flows may be in folders. A folder exists as long as a flow is in it. */
export const flowFolders: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('flow').addColumn('folder', 'text').execute();
  },
};
