import { type ColumnDataType, type CreateTableBuilder, type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

type Table = CreateTableBuilder<string, string>;

const required: Record<string, ColumnDataType> = {
  workspaceId: 'text',
  agentId: 'text',
  agentName: 'text',
  agentVersion: 'integer',
  channel: 'text',
  kind: 'text',
  direction: 'text',
  fromNumber: 'text',
  toNumber: 'text',
  status: 'text',
  durationMs: 'double precision',
  isDemo: 'integer',
  isPrivate: 'integer',
  hasRecording: 'integer',
  isSigned: 'integer',
  costUsd: 'double precision',
  createdAt: 'bigint',
};

const optional: Record<string, ColumnDataType> = {
  versionId: 'text',
  startedAt: 'bigint',
  endedAt: 'bigint',
  disconnectionReason: 'text',
  e2eP50Ms: 'double precision',
  e2eP95Ms: 'double precision',
  isSuccessful: 'integer',
  tokenHash: 'text',
};

// Last, so that reading the other columns never reads through a long text.
const long = ['variables', 'collectedVariables', 'metadata', 'latency'];

/** Calls of voice agents; their events are in the event log, under the call's id. */
export const calls: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    let table = db.schema
      .createTable('call')
      .addColumn('id', 'text', (column) => column.primaryKey()) as unknown as Table;
    for (const [name, type] of Object.entries(required))
      table = table.addColumn(name, type, (column) => column.notNull());
    for (const [name, type] of Object.entries(optional)) table = table.addColumn(name, type);
    for (const name of long) table = table.addColumn(name, 'text', (column) => column.notNull());
    await table
      .addColumn('analysis', 'text')
      .addColumn('transcript', 'text', (column) => column.notNull())
      .execute();

    await db.schema
      .createIndex('call_agent')
      .on('call')
      .columns(['workspaceId', 'agentId', 'createdAt'])
      .execute();
    await db.schema.createIndex('call_list').on('call').columns(['workspaceId', 'createdAt']).execute();
    // Only calls that wait for their line, or have one, are queried by anything but their id.
    await sql`create unique index call_token on call ("tokenHash") where "tokenHash" is not null`.execute(db);
    await sql`create index call_open on call (status, "createdAt") where status in ('registered', 'ongoing')`.execute(
      db,
    );
  },
};
