import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Limits that a workspace sets for itself, under those of the server. */
export const workspaceLimits: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('workspace_limit')
      .addColumn('workspaceId', 'text', (column) =>
        column.notNull().references('workspace.id').onDelete('cascade'),
      )
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('value', 'bigint', (column) => column.notNull())
      .addColumn('updatedAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('workspace_limit_key', ['workspaceId', 'name'])
      .execute();
  },
};
