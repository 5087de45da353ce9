import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A secret belongs to an owner in one workspace: ids chosen by clients may occur in several. */
export const webhookSecretOwners: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('webhook_secret_by_owner')
      .addColumn('ownerId', 'text', (column) => column.notNull())
      .addColumn('workspaceId', 'text', (column) => column.notNull())
      .addColumn('sealedSecret', 'text', (column) => column.notNull())
      .addColumn('hint', 'text', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('webhook_secret_owner', ['workspaceId', 'ownerId'])
      .execute();
    const columns = sql.raw('"ownerId", "workspaceId", "sealedSecret", "hint", "createdAt"');
    await sql`insert into webhook_secret_by_owner (${columns}) select ${columns} from webhook_secret`.execute(
      db,
    );
    await db.schema.dropTable('webhook_secret').execute();
    await db.schema.alterTable('webhook_secret_by_owner').renameTo('webhook_secret').execute();
  },
};
