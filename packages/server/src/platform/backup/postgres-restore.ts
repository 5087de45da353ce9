import { Kysely, PostgresDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { migrations as knownMigrations } from '../db/migrate.ts';
import { readRecords } from './backup-reader.ts';
import { CommandError } from './command-error.ts';
import { connectPostgres, hasServers, listTables, orderTables, quoted } from './postgres-tables.ts';

/** Whether our tables are empty. */
export async function isPostgresEmpty(url: string): Promise<boolean> {
  const client = await connectPostgres(url);
  try {
    for (const table of await orderTables(client)) {
      const { rowCount } = await client.query(`select 1 from ${quoted(table)} limit 1`);
      if (rowCount) return false;
    }
    return true;
  } finally {
    await client.end();
  }
}

/** Recreates the schema of the backup and fills it, in one transaction: the result is the old state or the new one. */
export async function fillPostgres(
  url: string,
  path: string,
  migrations: readonly string[],
  isReplacing: boolean,
): Promise<void> {
  const client = await connectPostgres(url);
  try {
    await client.query('begin');
    if (await hasServers(client))
      throw new CommandError('A server is using the database: stop it first. Nothing was changed.');
    if (!isReplacing && !(await isStillEmpty(client)))
      throw new CommandError('The database is no longer empty. Nothing was changed.');
    for (const table of await listTables(client)) await client.query(`drop table ${quoted(table)} cascade`);
    await makeSchema(client, migrations);
    await insertTables(client, path);
    await continueSequences(client);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    await client.end();
  }
}

async function isStillEmpty(client: pg.Client): Promise<boolean> {
  for (const table of await orderTables(client))
    if ((await client.query(`select 1 from ${quoted(table)} limit 1`)).rowCount) return false;
  return true;
}

/** Runs the migrations that the backup has had, on the connection of the open transaction. */
async function makeSchema(client: pg.Client, names: readonly string[]): Promise<void> {
  const last = names.at(-1);
  if (last === undefined) throw new CommandError('The backup names no schema.');
  const wanted = Object.fromEntries(Object.entries(knownMigrations).filter(([name]) => names.includes(name)));
  // The client itself in place of a pool's; releasing it does nothing.
  const query = client.query.bind(client) as pg.PoolClient['query'];
  const pooled = { query, release: () => undefined } as pg.PoolClient;
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({
      pool: { Client: pg.Client, options: {}, connect: async () => pooled, end: async () => undefined },
    }),
  });
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => wanted },
    disableTransactions: true,
  });
  const { error } = await migrator.migrateTo(last);
  if (error) throw error;
}

async function insertTables(client: pg.Client, path: string): Promise<void> {
  const known = new Set(await listTables(client));
  let table = '';
  for await (const { head, body } of readRecords(path)) {
    if (head.kind === 'table') {
      table = head.name;
      if (!known.has(table)) throw new CommandError(`The backup holds a table that is unknown: ${table}.`);
    } else if (head.kind === 'rows') {
      await client.query(
        `insert into ${quoted(table)} overriding system value
         select * from json_populate_recordset(null::${quoted(table)}, $1::json)`,
        [body.toString('utf8')],
      );
    }
  }
}

/** Sequences continue after the highest number that was restored. */
async function continueSequences(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = current_schema() and is_identity = 'YES'`,
  );
  for (const { table, column } of rows) {
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), greatest((select max(${quoted(column)}) from ${quoted(table)}), 1),
         exists (select 1 from ${quoted(table)}))`,
      [quoted(table), column],
    );
  }
}
