import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

type Db = Kysely<unknown>;

/** Second factors of people, sign-ins in two steps, and when the person of a session proved who they are. */
export const signIn: Migration = {
  async up(db: Db): Promise<void> {
    await createFactors(db);
    await db.schema
      .createTable('sign_in_step')
      .addColumn('tokenHash', 'text', (column) => column.primaryKey())
      .addColumn('purpose', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('expiresAt', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('workspace_security')
      .addColumn('workspaceId', 'text', (column) => column.primaryKey())
      .addColumn('isSecondFactorRequired', 'integer', (column) => column.notNull())
      .addColumn('isProofRequired', 'integer', (column) => column.notNull())
      .addColumn('updatedAt', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.alterTable('session_family').addColumn('provedAt', 'bigint').execute();
  },
};

async function createFactors(db: Db): Promise<void> {
  await ofPerson(db, 'totp_factor')
    .addPrimaryKeyConstraint('totp_factor_key', ['userId'])
    .addColumn('encryptedSecret', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('confirmedAt', 'bigint')
    .addColumn('lastStep', 'bigint', (column) => column.notNull())
    .execute();
  await ofPerson(db, 'recovery_code')
    .addColumn('codeHash', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('recovery_code_key', ['userId', 'codeHash'])
    .execute();
  await ofPerson(db, 'factor_attempt')
    .addPrimaryKeyConstraint('factor_attempt_key', ['userId'])
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('endsAt', 'bigint', (column) => column.notNull())
    .execute();
}

/** A table of which the rows go with the person. */
function ofPerson(db: Db, name: string) {
  return db.schema
    .createTable(name)
    .addColumn('userId', 'text', (column) => column.notNull())
    .addForeignKeyConstraint(`${name}_person`, ['userId'], 'user', ['id'], (key) => key.onDelete('cascade'));
}
