import type { Kysely } from 'kysely';
import type { SchemaMigration } from '../schema-migration.ts';

/** Which job reads a file and under which name it is stored; when a text about a chunk was last used; jobs that pause. */
export const fileWork: SchemaMigration = {
  isExpanding: true,

  async up(db: Kysely<unknown>): Promise<void> {
    // SQLite adds one column at a time.
    await db.schema.alterTable('document_file').addColumn('storedName', 'text').execute();
    await db.schema.alterTable('document_file').addColumn('jobId', 'text').execute();
    await db.schema.alterTable('chunk_context').addColumn('usedAt', 'bigint').execute();
    await db.schema
      .alterTable('job')
      .addColumn('isPauseAsked', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable('job').addColumn('stage', 'text').execute();
  },
};
