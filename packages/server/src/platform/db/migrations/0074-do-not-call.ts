import { type Kysely, sql } from 'kysely';
import type { SchemaMigration } from '../schema-migration.ts';

/** Numbers that a workspace places no call to. */
export const doNotCall: SchemaMigration = {
  isExpanding: true,
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('do_not_call')
      .addColumn('workspaceId', 'text', (column) => column.notNull())
      .addColumn('phoneNumber', 'text', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('note', 'text', (column) => column.notNull())
      .addColumn('callId', 'text')
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('do_not_call_once', ['workspaceId', 'phoneNumber'])
      .execute();
    await sql`create index do_not_call_order on do_not_call ("workspaceId", "createdAt", "phoneNumber")`.execute(
      db,
    );
  },
};
