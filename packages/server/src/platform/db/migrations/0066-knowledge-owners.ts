import { type Kysely, sql } from 'kysely';
import type { SchemaMigration } from '../schema-migration.ts';

/** Which document a model has written about, and in which call something was asked: they go with these. */
export const knowledgeOwners: SchemaMigration = {
  isExpanding: true,

  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('chunk_context')
      .addColumn('loaderId', 'text', (column) =>
        column.references('document_store_loader.id').onDelete('cascade'),
      )
      .execute();
    await db.schema
      .alterTable('chunk_context')
      .addColumn('fileId', 'text', (column) => column.references('document_file.id').onDelete('cascade'))
      .execute();
    await sql`create index chunk_context_loader on chunk_context ("loaderId")`.execute(db);
    await sql`create index chunk_context_file on chunk_context ("fileId")`.execute(db);
    await db.schema
      .createTable('knowledge_gap_call')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('workspaceId', 'text', (column) => column.notNull())
      .addColumn('gapId', 'text', (column) =>
        column.notNull().references('knowledge_gap.id').onDelete('cascade'),
      )
      .addColumn('callId', 'text', (column) => column.notNull().references('call.id').onDelete('cascade'))
      .addColumn('question', 'text', (column) => column.notNull())
      .addColumn('askedAt', 'bigint', (column) => column.notNull())
      .execute();
    await sql`create index knowledge_gap_call_of on knowledge_gap_call ("gapId", "askedAt")`.execute(db);
    await sql`create index knowledge_gap_call_call on knowledge_gap_call ("callId")`.execute(db);
  },
};
