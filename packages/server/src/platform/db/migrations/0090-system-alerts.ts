import { type Kysely, sql } from 'kysely';
import type { SchemaMigration } from '../schema-migration.ts';

/** Alerts leave a trace: when each began and ended. */
export const systemAlerts: SchemaMigration = {
  isExpanding: true,

  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('system_alert')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('process', 'text', (column) => column.notNull())
      .addColumn('startedAt', 'bigint', (column) => column.notNull())
      .addColumn('endedAt', 'bigint')
      .execute();
    // Two processes that look at the same moment begin one alert.
    await sql`create unique index system_alert_open on system_alert (kind, process)
      where "endedAt" is null`.execute(db);
    await sql`create index system_alert_ended on system_alert ("endedAt" desc, id desc)
      where "endedAt" is not null`.execute(db);
  },
};
