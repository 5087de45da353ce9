import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

type Db = Kysely<unknown>;

async function createAgents(db: Db): Promise<void> {
  await db.schema
    .createTable('voice_agent')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('workspaceId', 'text', (column) => column.notNull())
    .addColumn('llmId', 'text', (column) => column.notNull())
    .addColumn('agentName', 'text', (column) => column.notNull())
    .addColumn('voiceId', 'text', (column) => column.notNull())
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('voiceSpeed', 'double precision')
    .addColumn('volume', 'double precision')
    .addColumn('responsiveness', 'double precision')
    .addColumn('interruptionSensitivity', 'double precision')
    .addColumn('sttMode', 'text')
    .addColumn('enableVoicemailDetection', 'integer')
    .addColumn('voicemailDetectionTimeoutMs', 'integer')
    .addColumn('endCallAfterSilenceMs', 'integer')
    .addColumn('maxCallDurationMs', 'integer')
    .addColumn('beginMessageDelayMs', 'integer')
    .addColumn('settings', 'text', (column) => column.notNull())
    .addColumn('liveVersionId', 'text')
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('updatedAt', 'bigint', (column) => column.notNull())
    .execute();
  const index = (name: string, columns: string[]) =>
    db.schema.createIndex(name).on('voice_agent').columns(columns).execute();
  await index('voice_agent_workspace', ['workspaceId', 'createdAt']);
  await index('voice_agent_llm', ['llmId']);
}

async function createLlms(db: Db): Promise<void> {
  await db.schema
    .createTable('voice_llm')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('workspaceId', 'text', (column) => column.notNull())
    .addColumn('fields', 'text', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('fieldRevisions', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('updatedAt', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('voice_llm_workspace')
    .on('voice_llm')
    .columns(['workspaceId', 'createdAt'])
    .execute();
}

async function createVersions(db: Db): Promise<void> {
  await db.schema
    .createTable('voice_agent_version')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('workspaceId', 'text', (column) => column.notNull())
    .addColumn('agentId', 'text', (column) => column.notNull())
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('note', 'text', (column) => column.notNull())
    .addColumn('author', 'text')
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('snapshot', 'text', (column) => column.notNull())
    .addForeignKeyConstraint('voice_agent_version_agent', ['agentId'], 'voice_agent', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex('voice_agent_version_number')
    .on('voice_agent_version')
    .columns(['agentId', 'number'])
    .unique()
    .execute();
}

/** Voice agents, the LLM records that they answer by, and their versions. */
export const voiceAgents: Migration = {
  async up(db: Db): Promise<void> {
    await createAgents(db);
    await createLlms(db);
    await createVersions(db);
  },
};
