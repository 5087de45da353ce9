import type { Kysely } from 'kysely';
import type { SchemaMigration } from '../schema-migration.ts';

type Db = Kysely<unknown>;

/** Providers that people sign in with, their accounts there, and passkeys. */
export const signInProviders: SchemaMigration = {
  isExpanding: true,
  async up(db: Db): Promise<void> {
    await db.schema
      .createTable('sign_in_provider')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('issuer', 'text', (column) => column.notNull())
      .addColumn('clientId', 'text', (column) => column.notNull())
      .addColumn('encryptedSecret', 'text')
      .addColumn('allowedDomains', 'text', (column) => column.notNull())
      .addColumn('newcomers', 'text')
      .addColumn('groupsClaim', 'text')
      .addColumn('groupRoles', 'text', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addColumn('updatedAt', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('sign_in_policy')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('isPasswordOff', 'integer', (column) => column.notNull())
      .addColumn('updatedAt', 'bigint', (column) => column.notNull())
      .execute();
    await ofPerson(db, 'provider_identity')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('issuer', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addColumn('lastUsedAt', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('provider_identity_subject', ['issuer', 'subject'])
      .execute();
    await db.schema.createIndex('provider_identity_user').on('provider_identity').column('userId').execute();
    await ofPerson(db, 'passkey')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('credentialId', 'text', (column) => column.notNull().unique())
      .addColumn('publicKey', 'text', (column) => column.notNull())
      .addColumn('counter', 'bigint', (column) => column.notNull())
      .addColumn('transports', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addColumn('lastUsedAt', 'bigint')
      .execute();
    await db.schema.createIndex('passkey_user').on('passkey').column('userId').execute();
    await db.schema.alterTable('session_family').addColumn('providerId', 'text').execute();
  },
};

/** A table of which the rows go with the person. */
function ofPerson(db: Db, name: string) {
  return db.schema
    .createTable(name)
    .addColumn('userId', 'text', (column) => column.notNull())
    .addForeignKeyConstraint(`${name}_person`, ['userId'], 'user', ['id'], (key) => key.onDelete('cascade'));
}
