import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Contents of a shared file storage that are to be looked at. */
export const contentChecks: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('content_check')
      .addColumn('workspaceId', 'text', (column) => column.notNull())
      .addColumn('sha256', 'text', (column) => column.notNull())
      .addColumn('pending', 'integer', (column) => column.notNull())
      .addColumn('pendingUntil', 'bigint', (column) => column.notNull())
      .addColumn('claimedAt', 'bigint')
      .addPrimaryKeyConstraint('content_check_content', ['workspaceId', 'sha256'])
      .execute();
  },
};
