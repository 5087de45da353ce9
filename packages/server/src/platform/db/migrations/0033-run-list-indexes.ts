import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Lists of runs, and their totals, are answered from indexes alone, however many runs there are. */
export const runListIndexes: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const name of ['run_flow', 'run_execution', 'run_execution_state', 'run_resumed'])
      await db.schema.dropIndex(name).execute();
    await db.schema
      .createIndex('run_flow')
      .on('run')
      .columns(['workspaceId', 'flowId', 'startedAt', 'status', 'source', 'flowType'])
      .execute();
    await sql`create index run_execution on run ("workspaceId", "startedAt", "flowId") where "flowType" = 'AGENTFLOW'`.execute(
      db,
    );
    await sql`create index run_execution_state on run ("workspaceId", "status", "startedAt", "flowId") where "flowType" = 'AGENTFLOW'`.execute(
      db,
    );
    await sql`create index run_resumed on run ("workspaceId", "resumes") where "resumes" is not null`.execute(
      db,
    );
  },
};
