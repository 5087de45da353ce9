import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Thumbnails of templates, so that listing them reads no graphs. */
export const templates: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('flow_template').addColumn('picture', 'text').execute();
  },
};
