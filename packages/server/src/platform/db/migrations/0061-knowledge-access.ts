import type { Kysely } from 'kysely';
import type { SchemaMigration } from '../schema-migration.ts';

/** Who may read what of a knowledge base, on whose behalf a run reads, and what is known of a person for that. */
export const knowledgeAccess: SchemaMigration = {
  isExpanding: true,

  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('document_store')
      .addColumn('audience', 'text', (column) => column.notNull().defaultTo('open'))
      .execute();
    await db.schema.alterTable('document_store_loader').addColumn('acl', 'text').execute();
    await db.schema.alterTable('run').addColumn('callers', 'text').execute();
    await db.schema.alterTable('provider_identity').addColumn('provenEmail', 'text').execute();
    await db.schema.alterTable('provider_identity').addColumn('groups', 'text').execute();
    await db.schema.alterTable('user').addColumn('emailChangedAt', 'bigint').execute();
  },
};
