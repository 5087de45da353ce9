import { type Kysely, sql } from 'kysely';
import type { SchemaMigration } from '../schema-migration.ts';

/** What each process does, so that any of them can say why a job waits; and waiting jobs by their time. */
export const processRoles: SchemaMigration = {
  isExpanding: true,
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('process').addColumn('roles', 'text').execute();
    await sql`create index job_due on job ("runAt") where state = 'waiting'`.execute(db);
  },
};
