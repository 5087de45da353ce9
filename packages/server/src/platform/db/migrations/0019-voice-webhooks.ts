import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addSequence } from '../sequence-column.ts';

type Db = Kysely<unknown>;

async function createDeliveries(db: Db): Promise<void> {
  await addSequence(db, db.schema.createTable('webhook_delivery'))
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('workspaceId', 'text', (column) => column.notNull())
    .addColumn('agentId', 'text', (column) => column.notNull())
    .addColumn('callId', 'text')
    .addColumn('event', 'text', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('origin', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('lastStatus', 'integer')
    .addColumn('lastError', 'text')
    .addColumn('lastMs', 'integer')
    .addColumn('nextAt', 'bigint')
    .addColumn('leaseOwner', 'text')
    .addColumn('leasedUntil', 'bigint')
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('updatedAt', 'bigint', (column) => column.notNull())
    // Last, so that nothing reads through a long text.
    .addColumn('body', 'text', (column) => column.notNull())
    .execute();
  // Only the few unsent ones are searched for the next.
  await sql`create index webhook_delivery_waiting on webhook_delivery ("nextAt") where state = 'waiting'`.execute(
    db,
  );
  const index = (name: string, columns: string[]) =>
    db.schema.createIndex(name).on('webhook_delivery').columns(columns);
  await index('webhook_delivery_once', ['callId', 'event', 'url']).unique().execute();
  await index('webhook_delivery_agent', ['agentId', 'seq']).execute();
}

/** Webhook deliveries of voice agents, and the secrets that sign them. */
export const voiceWebhooks: Migration = {
  async up(db: Db): Promise<void> {
    await createDeliveries(db);
    await db.schema
      .createTable('webhook_secret')
      .addColumn('ownerId', 'text', (column) => column.primaryKey())
      .addColumn('workspaceId', 'text', (column) => column.notNull())
      .addColumn('sealedSecret', 'text', (column) => column.notNull())
      .addColumn('hint', 'text', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .execute();
  },
};
