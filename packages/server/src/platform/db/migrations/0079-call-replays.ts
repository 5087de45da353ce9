import type { Kysely } from 'kysely';
import type { SchemaMigration } from '../schema-migration.ts';
import { addSequence } from '../sequence-column.ts';

/** Replays of recorded calls against another version of their agents, each a row of its batch. */
export const callReplays: SchemaMigration = {
  isExpanding: true,

  async up(db: Kysely<unknown>): Promise<void> {
    await addSequence(db, db.schema.createTable('call_replay'))
      .addColumn('id', 'text', (column) => column.notNull().unique())
      .addColumn('workspaceId', 'text', (column) => column.notNull())
      .addColumn('batchId', 'text', (column) => column.notNull())
      .addColumn('agentId', 'text', (column) => column.notNull())
      .addColumn('agentName', 'text', (column) => column.notNull())
      .addColumn('caller', 'text', (column) => column.notNull())
      .addColumn('sourceCallId', 'text', (column) => column.notNull())
      .addColumn('callId', 'text')
      .addColumn('version', 'text', (column) => column.notNull())
      .addColumn('versionNumber', 'integer')
      .addColumn('way', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('startedAt', 'bigint', (column) => column.notNull())
      .addColumn('summary', 'text', (column) => column.notNull())
      .addColumn('compared', 'text', (column) => column.notNull())
      .addColumn('ownerId', 'text')
      .execute();
    const index = (name: string, columns: string[]) =>
      db.schema.createIndex(name).on('call_replay').columns(columns).execute();
    await index('call_replay_batch', ['workspaceId', 'batchId', 'seq']);
    await index('call_replay_source', ['workspaceId', 'sourceCallId']);
    await index('call_replay_call', ['workspaceId', 'callId']);
  },
};
