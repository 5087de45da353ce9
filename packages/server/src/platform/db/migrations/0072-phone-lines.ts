import type { Kysely } from 'kysely';
import type { SchemaMigration } from '../schema-migration.ts';

/** What carries a telephone call, its id there, and where it stands. */
export const phoneLines: SchemaMigration = {
  isExpanding: true,
  async up(db: Kysely<unknown>): Promise<void> {
    for (const column of ['carrier', 'carrierCallId', 'lineState'])
      await db.schema.alterTable('call').addColumn(column, 'text').execute();
  },
};
