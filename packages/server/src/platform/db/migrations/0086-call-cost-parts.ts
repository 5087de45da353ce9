import type { Kysely } from 'kysely';
import type { SchemaMigration } from '../schema-migration.ts';

/** What each part of a call cost is kept with it; `costUsd` is its sum. Calls before this have their model's cost alone. */
export const callCostParts: SchemaMigration = {
  isExpanding: true,

  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('call').addColumn('costParts', 'text').execute();
  },
};
