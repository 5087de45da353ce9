import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Marks answers of the demo model, indexes conversations, and adds a table for sealed passwords of flows. */
export const chatMarks: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('chat_message')
      .addColumn('isDemo', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    // A conversation belongs to one flow: with an index by session alone the planner may scan all messages of the flow.
    await db.schema.dropIndex('chat_message_session').execute();
    await db.schema
      .createIndex('chat_message_conversation')
      .on('chat_message')
      .columns(['workspaceId', 'flowId', 'sessionId', 'seq'])
      .execute();
    await db.schema
      .createTable('flow_secret')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('workspaceId', 'text', (column) => column.notNull())
      .addColumn('flowId', 'text', (column) => column.notNull())
      .addColumn('encryptedData', 'text', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addForeignKeyConstraint('flow_secret_flow', ['flowId'], 'flow', ['id'], (key) =>
        key.onDelete('cascade'),
      )
      .execute();
    await db.schema
      .createIndex('flow_secret_of_flow')
      .on('flow_secret')
      .columns(['workspaceId', 'flowId'])
      .execute();
  },
};
