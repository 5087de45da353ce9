import { type Kysely, sql } from 'kysely';
import type { SchemaMigration } from '../schema-migration.ts';

/** Which session at a provider a session was opened by, and which of the provider's sign-outs were taken. */
export const providerSignOuts: SchemaMigration = {
  isExpanding: true,

  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('session_family').addColumn('providerSid', 'text').execute();
    await sql`create index session_family_provider on session_family ("providerId")
      where "providerId" is not null`.execute(db);
    await db.schema
      .createTable('provider_sign_out')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('expiresAt', 'bigint', (column) => column.notNull())
      .execute();
  },
};
