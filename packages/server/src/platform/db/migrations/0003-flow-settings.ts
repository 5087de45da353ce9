import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

type Db = Kysely<unknown>;

async function index(db: Db, name: string, on: string, fields: string[]): Promise<void> {
  await db.schema.createIndex(name).on(on).columns(fields).execute();
}

async function createTemplates(db: Db): Promise<void> {
  await db.schema
    .createTable('flow_template')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('workspaceId', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('badge', 'text', (column) => column.notNull())
    .addColumn('usecases', 'text', (column) => column.notNull())
    .addColumn('nodeNames', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    // Last, so that lists never read through a long text.
    .addColumn('flowData', 'text', (column) => column.notNull())
    .execute();
  await index(db, 'flow_template_list', 'flow_template', ['workspaceId', 'createdAt']);
}

/** Speech and tool settings of flows, templates, and the indexes by which messages are counted and filtered. */
export const flowSettings: Migration = {
  async up(db: Db): Promise<void> {
    await db.schema.alterTable('flow').addColumn('textToSpeech', 'text').execute();
    await db.schema.alterTable('flow').addColumn('mcpServerConfig', 'text').execute();
    // The owner of the value: a mask that comes back after its version was replaced still finds it.
    await db.schema.alterTable('flow_secret').addColumn('nodeId', 'text').execute();
    await db.schema.alterTable('flow_secret').addColumn('inputName', 'text').execute();
    await createTemplates(db);
    // Conversations are grouped in this order, and everything that a group counts is in the index.
    await index(db, 'chat_message_chat', 'chat_message', [
      'workspaceId',
      'flowId',
      'chatId',
      'sessionId',
      'seq',
      'createdAt',
      'chatType',
    ]);
    await index(db, 'chat_message_time', 'chat_message', ['workspaceId', 'flowId', 'createdAt']);
    // Covers the join: otherwise SQLite uses the index of the flow's ratings for each message.
    await index(db, 'feedback_message', 'feedback', ['messageId', 'workspaceId', 'flowId']);
    await index(db, 'feedback_chat', 'feedback', ['workspaceId', 'flowId', 'chatId', 'rating']);
    await index(db, 'lead_chat', 'lead', ['workspaceId', 'flowId', 'chatId']);
  },
};
