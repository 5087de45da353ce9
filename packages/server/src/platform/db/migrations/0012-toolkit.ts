import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

type Db = Kysely<unknown>;

async function createMcpServers(db: Db): Promise<void> {
  await db.schema
    .createTable('mcp_server')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('workspaceId', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('auth', 'text', (column) => column.notNull())
    .addColumn('headerName', 'text', (column) => column.notNull())
    .addColumn('sealedSecret', 'text')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('lastError', 'text', (column) => column.notNull())
    .addColumn('serverName', 'text', (column) => column.notNull())
    .addColumn('connectedAt', 'bigint')
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('updatedAt', 'bigint', (column) => column.notNull())
    // Last, so that nothing reads through a long text.
    .addColumn('tools', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('mcp_server_list')
    .on('mcp_server')
    .columns(['workspaceId', 'createdAt'])
    .execute();
}

/** Secret variables, when a tool was last called, and MCP servers. */
export const toolkit: Migration = {
  async up(db: Db): Promise<void> {
    await db.schema
      .alterTable('variable')
      .addColumn('isSecret', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable('variable').addColumn('sealedValue', 'text').execute();
    await db.schema.alterTable('tool').addColumn('lastRunAt', 'bigint').execute();
    await db.schema.alterTable('tool').addColumn('lastRunFailed', 'integer').execute();
    await createMcpServers(db);
  },
};
