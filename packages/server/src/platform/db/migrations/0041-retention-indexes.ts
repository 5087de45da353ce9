import { type Kysely, sql } from 'kysely';
import { createIndexOnline } from '../create-index-online.ts';
import type { SchemaMigration } from '../schema-migration.ts';

/** Old events are found by workspace, and the conversations, runs and starts of one person by what is known of them. */
export const retentionIndexes: SchemaMigration = {
  isOnline: true,
  async up(db: Kysely<unknown>): Promise<void> {
    await createIndexOnline(db, 'event_workspace_age', sql`event ("workspaceId", at)`);
    await createIndexOnline(db, 'conversation_oldest', sql`conversation ("workspaceId", "startedAt")`);
    await createIndexOnline(db, 'conversation_chat', sql`conversation ("workspaceId", "chatId")`);
    await sql`drop index if exists event_age`.execute(db);
  },
};
