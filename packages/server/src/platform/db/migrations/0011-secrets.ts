import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

type Db = Kysely<unknown>;

/** Of a credential's test, and of the sign-in that some kinds need. */
const columns = [
  ['lastTestAt', 'bigint'],
  ['lastTestOk', 'integer'],
  ['lastTestMessage', 'text'],
  ['connection', 'text'],
  ['tokensExpireAt', 'bigint'],
  ['refreshingUntil', 'bigint'],
  ['encryptedTokens', 'text'],
] as const;

async function createAttempts(db: Db): Promise<void> {
  await db.schema
    .createTable('sign_in_attempt')
    .addColumn('stateHash', 'text', (column) => column.primaryKey())
    .addColumn('workspaceId', 'text', (column) => column.notNull())
    .addColumn('credentialId', 'text', (column) => column.notNull())
    .addColumn('familyId', 'text', (column) => column.notNull())
    .addColumn('browserHash', 'text', (column) => column.notNull())
    .addColumn('redirectUri', 'text', (column) => column.notNull())
    .addColumn('encryptedVerifier', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addForeignKeyConstraint('sign_in_attempt_credential', ['credentialId'], 'credential', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex('sign_in_attempt_credential')
    .on('sign_in_attempt')
    .columns(['credentialId', 'createdAt'])
    .execute();
}

/** Results of tests of credentials, and sign-ins at their vendors. */
export const secrets: Migration = {
  async up(db: Db): Promise<void> {
    for (const [name, type] of columns)
      await db.schema.alterTable('credential').addColumn(name, type).execute();
    await createAttempts(db);
  },
};
