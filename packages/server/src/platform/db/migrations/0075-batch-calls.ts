import { type CreateTableBuilder, type Kysely, sql } from 'kysely';
import type { SchemaMigration } from '../schema-migration.ts';

type Db = Kysely<unknown>;
type Table = CreateTableBuilder<string, string>;

const table = (db: Db, name: string) => db.schema.createTable(name) as unknown as Table;
const withText = (before: Table, names: readonly string[]): Table =>
  names.reduce((made, name) => made.addColumn(name, 'text', (column) => column.notNull()), before);
const withTime = (before: Table, names: readonly string[]): Table =>
  names.reduce((made, name) => made.addColumn(name, 'bigint', (column) => column.notNull()), before);

/** Batch calls with their contacts, and the consent under which a workspace places them. */
export const batchCalls: SchemaMigration = {
  isExpanding: true,

  async up(db: Db): Promise<void> {
    await createBatches(db);
    await createContacts(db);
    await withTime(
      withText(
        table(db, 'calling_consent').addColumn('workspaceId', 'text', (column) => column.primaryKey()),
        ['basis', 'note'],
      ).addColumn('coversPrograms', 'integer', (column) => column.notNull()),
      ['updatedAt'],
    ).execute();
  },
};

async function createBatches(db: Db): Promise<void> {
  await withTime(
    withText(
      table(db, 'batch_call').addColumn('id', 'text', (column) => column.primaryKey()),
      ['workspaceId', 'name', 'state', 'fromNumber', 'version', 'settings'],
    ),
    ['scheduledAt', 'createdAt', 'updatedAt'],
  )
    .addColumn('agentId', 'text')
    .addColumn('pauseReason', 'text')
    .addColumn('refusals', 'integer', (column) => column.notNull())
    .addColumn('endedAt', 'bigint')
    .execute();
  await sql`create index batch_call_order on batch_call ("workspaceId", "createdAt", id)`.execute(db);
}

async function createContacts(db: Db): Promise<void> {
  await withTime(
    withText(
      table(db, 'batch_contact').addColumn('id', 'text', (column) => column.primaryKey()),
      ['workspaceId', 'batchId', 'phoneNumber', 'timezone', 'state', 'given', 'tries'],
    ),
    ['nextAt', 'updatedAt'],
  )
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('outcome', 'text')
    .addColumn('error', 'text')
    .addColumn('callId', 'text')
    .addColumn('ownerId', 'text')
    .addForeignKeyConstraint('batch_contact_of', ['batchId'], 'batch_call', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute();
  await sql`create index batch_contact_due on batch_contact ("batchId", state, "nextAt", position)`.execute(
    db,
  );
  await sql`create index batch_contact_order on batch_contact ("batchId", position)`.execute(db);
  await sql`create unique index batch_contact_call on batch_contact ("callId") where "callId" is not null`.execute(
    db,
  );
  await sql`create index batch_contact_person on batch_contact ("workspaceId", "phoneNumber")`.execute(db);
}
