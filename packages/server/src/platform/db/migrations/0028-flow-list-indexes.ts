import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What lists of flows are narrowed by is found without looking at every flow. */
export const flowListIndexes: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createIndex('flow_folder')
      .on('flow')
      .columns(['workspaceId', 'type', 'folder', 'updatedAt'])
      .execute();
    await db.schema
      .createIndex('flow_tags')
      .on('flow')
      .columns(['workspaceId', 'type', 'category'])
      .execute();
  },
};
