import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Runs of parts of a flow, checkpoints of waiting runs, and what a node did in which run. */
export const runParts: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // SQLite adds one column at a time.
    await db.schema.alterTable('run').addColumn('part', 'text').execute();
    await db.schema.alterTable('run').addColumn('resumes', 'text').execute();
    await db.schema
      .createTable('run_checkpoint')
      .addColumn('runId', 'text', (column) => column.primaryKey())
      .addColumn('workspaceId', 'text', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addColumn('data', 'text', (column) => column.notNull())
      .addForeignKeyConstraint('run_checkpoint_run', ['runId'], 'run', ['id'], (key) =>
        key.onDelete('cascade'),
      )
      .execute();
    // A chat's waiting run is looked up before its next question: only the few that wait are in the index.
    await sql`create index run_waiting on run ("flowId", "chatId") where status = 'waiting'`.execute(db);
    await db.schema.createIndex('event_node').on('event').columns(['runId', 'nodeId']).execute();
  },
};
