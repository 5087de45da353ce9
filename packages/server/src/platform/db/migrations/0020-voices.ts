import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Voices of a workspace's own account at a provider. */
export const voices: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('custom_voice')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('workspaceId', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('provider', 'text', (column) => column.notNull())
      .addColumn('providerVoiceId', 'text', (column) => column.notNull())
      .addColumn('gender', 'text', (column) => column.notNull())
      .addColumn('accent', 'text', (column) => column.notNull())
      .addColumn('age', 'text')
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('custom_voice_once')
      .on('custom_voice')
      .columns(['workspaceId', 'provider', 'providerVoiceId'])
      .unique()
      .execute();
  },
};
