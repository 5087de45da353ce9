import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

type Db = Kysely<unknown>;

/** What has been used: windows of limits, tokens and cost of workspaces, and which receivers of webhooks fail. */
export const usage: Migration = {
  async up(db: Db): Promise<void> {
    await db.schema
      .createTable('usage_window')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('count', 'bigint', (column) => column.notNull())
      .addColumn('endsAt', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('usage_window_end').on('usage_window').column('endsAt').execute();
    await db.schema
      .createTable('workspace_usage')
      .addColumn('workspaceId', 'text', (column) => column.notNull())
      .addColumn('period', 'text', (column) => column.notNull())
      .addColumn('part', 'integer', (column) => column.notNull())
      .addColumn('runs', 'bigint', (column) => column.notNull())
      .addColumn('tokens', 'bigint', (column) => column.notNull())
      .addColumn('costUsd', 'double precision', (column) => column.notNull())
      .addPrimaryKeyConstraint('workspace_usage_key', ['workspaceId', 'period', 'part'])
      .execute();
    await db.schema
      .createTable('ailing_receiver')
      .addColumn('origin', 'text', (column) => column.primaryKey())
      .addColumn('failedAt', 'bigint', (column) => column.notNull())
      .execute();
    await sql`create index run_open on run ("workspaceId") where status = 'running'`.execute(db);
    await sql`create index job_workspace_waiting on job ("workspaceId") where state = 'waiting'`.execute(db);
    await sql`create index webhook_delivery_open on webhook_delivery (origin) where "leaseOwner" is not null`.execute(
      db,
    );
  },
};
