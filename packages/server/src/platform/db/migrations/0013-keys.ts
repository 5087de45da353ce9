import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Keys for chosen flows, the origins of sessions and changes, and invitations. */
export const keys: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // SQLite adds one column at a time.
    await db.schema.alterTable('api_key').addColumn('flowIds', 'text').execute();
    await db.schema.alterTable('session_family').addColumn('address', 'text').execute();
    await db.schema.alterTable('session_family').addColumn('agent', 'text').execute();
    await db.schema.alterTable('audit_entry').addColumn('area', 'text').execute();
    await db.schema.alterTable('audit_entry').addColumn('address', 'text').execute();
    await db.schema
      .createIndex('audit_entry_workspace')
      .on('audit_entry')
      .columns(['workspaceId', 'seq'])
      .execute();
    await db.schema.createIndex('membership_workspace').on('membership').columns(['workspaceId']).execute();
    await db.schema
      .createTable('invitation')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('workspaceId', 'text', (column) => column.notNull())
      .addColumn('tokenHash', 'text', (column) => column.notNull().unique())
      .addColumn('label', 'text', (column) => column.notNull())
      .addColumn('invitedBy', 'text')
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addColumn('expiresAt', 'bigint', (column) => column.notNull())
      .addColumn('acceptedAt', 'bigint')
      .addColumn('acceptedBy', 'text')
      .execute();
    await db.schema
      .createIndex('invitation_list')
      .on('invitation')
      .columns(['workspaceId', 'createdAt'])
      .execute();
  },
};
