import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How long each workspace keeps what it has, what it keeps whatever its age, and whose data was erased. */
export const retention: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('data_retention')
      .addColumn('workspaceId', 'text', (column) => column.primaryKey())
      .addColumn('days', 'text', (column) => column.notNull())
      .addColumn('isHeld', 'integer', (column) => column.notNull())
      .addColumn('nextPurgeAt', 'bigint', (column) => column.notNull())
      .addColumn('purgedAt', 'bigint')
      .addColumn('removed', 'text', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('data_retention_next').on('data_retention').column('nextPurgeAt').execute();
    await db.schema
      .createTable('kept_record')
      .addColumn('workspaceId', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('kept_record_key', ['workspaceId', 'kind', 'id'])
      .execute();
    await db.schema
      .createTable('erasure')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('workspaceId', 'text', (column) => column.notNull())
      .addColumn('by', 'text', (column) => column.notNull())
      .addColumn('subjectHash', 'text', (column) => column.notNull())
      .addColumn('requestedBy', 'text', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addColumn('endedAt', 'bigint')
      .addColumn('counts', 'text', (column) => column.notNull())
      .addColumn('hash', 'text')
      .addColumn('sealedSubject', 'text')
      .execute();
    await db.schema.createIndex('erasure_list').on('erasure').columns(['workspaceId', 'createdAt']).execute();
    await db.schema
      .createTable('schema_floor')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('oldest', 'text', (column) => column.notNull())
      .execute();
  },
};
