import type { Kysely } from 'kysely';
import type { SchemaMigration } from '../schema-migration.ts';

/** Which models read pictures and sound of a source, and write about its chunks. */
export const loaderReading: SchemaMigration = {
  isExpanding: true,

  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('document_store_loader').addColumn('reading', 'text').execute();
  },
};
