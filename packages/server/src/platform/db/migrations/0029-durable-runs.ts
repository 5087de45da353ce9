import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What a run needs to go on after a crash, runs that runs have started, and lists of the runs of agent flows. */
export const durableRuns: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('run_progress')
      .addColumn('runId', 'text', (column) => column.notNull())
      .addColumn('seq', 'integer', (column) => column.notNull())
      .addColumn('workspaceId', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('data', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('run_progress_key', ['runId', 'seq'])
      .addForeignKeyConstraint('run_progress_run', ['runId'], 'run', ['id'], (key) => key.onDelete('cascade'))
      .execute();
    await db.schema
      .createTable('run_session_state')
      .addColumn('runId', 'text', (column) => column.primaryKey())
      .addColumn('workspaceId', 'text', (column) => column.notNull())
      .addColumn('data', 'text', (column) => column.notNull())
      .addForeignKeyConstraint('run_session_state_run', ['runId'], 'run', ['id'], (key) =>
        key.onDelete('cascade'),
      )
      .execute();
    // SQLite adds one column at a time.
    await db.schema.alterTable('run').addColumn('parentId', 'text').execute();
    await db.schema.alterTable('run').addColumn('flowType', 'text').execute();
    await db.schema.alterTable('run').addColumn('isPublic', 'integer').execute();
    await sql`create index run_parent on run ("parentId") where "parentId" is not null`.execute(db);
    await sql`create index run_resumed on run ("resumes") where "resumes" is not null`.execute(db);
    // Only runs of agent flows are in these: the others are not made slower by them.
    await sql`create index run_execution on run ("workspaceId", "startedAt") where "flowType" = 'AGENTFLOW'`.execute(
      db,
    );
    await sql`create index run_execution_state on run ("workspaceId", "status", "startedAt") where "flowType" = 'AGENTFLOW'`.execute(
      db,
    );
  },
};
