import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What the import of a flow found; it goes with the flow. */
export const importReports: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('import_report')
      .addColumn('flowId', 'text', (column) => column.primaryKey())
      .addColumn('workspaceId', 'text', (column) => column.notNull())
      .addColumn('file', 'text', (column) => column.notNull())
      .addColumn('findings', 'text', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addForeignKeyConstraint('import_report_flow', ['flowId'], 'flow', ['id'], (key) =>
        key.onDelete('cascade'),
      )
      .execute();
  },
};
