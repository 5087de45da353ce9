import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Schedules of agent flows, and every start that a schedule or a webhook led to. */
export const flowTriggers: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('flow_schedule')
      .addColumn('flowId', 'text', (column) => column.primaryKey().references('flow.id').onDelete('cascade'))
      .addColumn('workspaceId', 'text', (column) => column.notNull())
      .addColumn('versionId', 'text', (column) => column.notNull())
      .addColumn('rule', 'text')
      .addColumn('isOn', 'integer', (column) => column.notNull())
      .addColumn('missed', 'text', (column) => column.notNull())
      .addColumn('overlap', 'text', (column) => column.notNull())
      .addColumn('problem', 'text', (column) => column.notNull())
      .addColumn('nextAt', 'bigint')
      .execute();
    // Only the few that are on are searched for the next.
    await sql`create index flow_schedule_next on flow_schedule ("nextAt") where "nextAt" is not null`.execute(
      db,
    );
    await db.schema
      .createTable('flow_firing')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('workspaceId', 'text', (column) => column.notNull())
      .addColumn('flowId', 'text', (column) => column.notNull().references('flow.id').onDelete('cascade'))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('deliveryId', 'text')
      .addColumn('dueAt', 'bigint', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('reason', 'text')
      .addColumn('runId', 'text', (column) => column.notNull())
      // Last, so that nothing reads through a long text.
      .addColumn('input', 'text', (column) => column.notNull())
      .execute();
    const index = (name: string, columns: string[]) =>
      db.schema.createIndex(name).on('flow_firing').columns(columns);
    await index('flow_firing_once', ['flowId', 'key']).unique().execute();
    await index('flow_firing_delivery', ['flowId', 'deliveryId']).unique().execute();
    await index('flow_firing_latest', ['flowId', 'createdAt']).execute();
    await index('flow_firing_age', ['createdAt']).execute();
  },
};
