import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addRevisionTriggers, createRevisionFunction } from '../revision-triggers.ts';
import { addSequence, isPostgres } from '../sequence-column.ts';

/** What was changed of that which processes cache, so that each can follow the changes of the others. */
export const revisions: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const isShared = isPostgres(db);
    const transaction = isShared ? sql`txid_current()` : sql`0`;
    const now = isShared ? sql`(extract(epoch from clock_timestamp()) * 1000)::bigint` : sql`0`;
    await addSequence(db, db.schema.createTable('revision'))
      .addColumn('workspaceId', 'text', (column) => column.notNull())
      .addColumn('what', 'text', (column) => column.notNull())
      .addColumn('rowId', 'text')
      .addColumn('n', 'bigint', (column) => column.notNull().defaultTo(transaction))
      .addColumn('at', 'bigint', (column) => column.notNull().defaultTo(now))
      .execute();
    await db.schema.createIndex('revision_n').on('revision').column('n').execute();
    // With what a call was registered: it ends with that.
    await db.schema.alterTable('call').addColumn('holder', 'text').execute();
    if (!isShared) return;
    await createRevisionFunction(db);
    await addRevisionTriggers(db, [
      { table: 'flow', what: 'flow', id: 'id' },
      // Not for renewed tokens, which are read each time, nor for the results of tests.
      {
        table: 'credential',
        what: 'secret',
        id: 'id',
        columns: ['name', 'encryptedData', 'hosts'],
        isAddedSeen: true,
      },
      { table: 'variable', what: 'variable', id: 'id', isAddedSeen: true },
      {
        table: 'tool',
        what: 'tool',
        id: 'id',
        columns: ['name', 'description', 'schema', 'func'],
        isAddedSeen: true,
      },
      {
        table: 'mcp_server',
        what: 'tool',
        id: 'id',
        columns: ['name', 'url', 'auth', 'headerName', 'sealedSecret', 'tools'],
        isAddedSeen: true,
      },
      {
        table: 'api_key',
        what: 'key',
        id: 'id',
        columns: ['keyHash', 'scope', 'flowIds', 'expiresAt', 'endedAt'],
      },
      { table: 'session_family', what: 'session', id: 'id', columns: ['revokedAt'] },
      { table: 'document_store', what: 'knowledge', id: 'id', columns: ['name'], isAddedSeen: true },
      { table: 'membership', what: 'role', id: 'userId', isAddedSeen: true },
    ]);
  },
};
