import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

type Db = Kysely<unknown>;

/** By table, the status of work in progress. */
const owned = [
  ['run', 'running'],
  ['call', 'ongoing'],
  ['simulation_result', 'running'],
] as const;

/** Which process does what, so that work of a living process is never taken over; and files by their content. */
export const ownership: Migration = {
  async up(db: Db): Promise<void> {
    await db.schema
      .createTable('process')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('host', 'text', (column) => column.notNull())
      .addColumn('pid', 'integer', (column) => column.notNull())
      .addColumn('place', 'text')
      .addColumn('version', 'text', (column) => column.notNull())
      .addColumn('startedAt', 'bigint', (column) => column.notNull())
      .addColumn('beatAt', 'bigint', (column) => column.notNull())
      .execute();
    for (const [table, status] of owned) {
      await db.schema.alterTable(table).addColumn('ownerId', 'text').execute();
      await db.schema
        .createIndex(`${table}_under_way`)
        .on(table)
        .columns(['ownerId'])
        .where(sql.ref('status'), '=', sql.lit(status))
        .execute();
    }
    await db.schema.createIndex('file_content').on('file').columns(['workspaceId', 'sha256']).execute();
  },
};
