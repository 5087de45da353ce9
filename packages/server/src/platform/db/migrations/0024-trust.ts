import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Who created a key and when it ended; the hosts a credential may be sent to; the fingerprint of the installation's
 * key.
 */
export const trust: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('api_key').addColumn('createdBy', 'text').execute();
    await db.schema.alterTable('api_key').addColumn('endedAt', 'bigint').execute();
    await db.schema.alterTable('credential').addColumn('hosts', 'text').execute();
    await db.schema
      .createTable('key_check')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('mark', 'text', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .execute();
    // Only the audit log knows who created the older keys.
    await sql`update api_key set ${sql.ref('createdBy')} = (
      select substr(max(entry.actor), 6) from audit_entry as entry
      where entry.target = api_key.id and entry.action = 'api-key-created' and entry.actor like 'user:%'
    )`.execute(db);
  },
};
