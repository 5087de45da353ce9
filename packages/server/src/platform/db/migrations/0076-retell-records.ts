import { type Kysely, sql } from 'kysely';
import type { SchemaMigration } from '../schema-migration.ts';

/** What only clients of Retell's API have: agents for chats, batches of tests, and parts of conversation flows. */
export const retellRecords: SchemaMigration = {
  isExpanding: true,

  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('retell_chat_agent')
      .addColumn('agentId', 'text', (column) =>
        column.primaryKey().references('voice_agent.id').onDelete('cascade'),
      )
      .addColumn('workspaceId', 'text', (column) => column.notNull())
      .addColumn('endAfterMs', 'bigint', (column) => column.notNull())
      .execute();
    for (const table of ['retell_test_batch', 'retell_flow_component'])
      await db.schema
        .createTable(table)
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('workspaceId', 'text', (column) => column.notNull())
        .addColumn('createdAt', 'bigint', (column) => column.notNull())
        .addColumn('updatedAt', 'bigint', (column) => column.notNull())
        .addColumn('fields', 'text', (column) => column.notNull())
        .execute();
    await sql`create index retell_test_batch_of on retell_test_batch ("workspaceId", "createdAt")`.execute(
      db,
    );
    await sql`create index retell_flow_component_of on retell_flow_component ("workspaceId", "createdAt")`.execute(
      db,
    );
  },
};
