import { Kysely, PostgresDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { hasEventPartitions, makeWeeks } from '../db/event-partitions/event-tables.ts';
import { weekMs, weekOf } from '../db/event-partitions/week.ts';
import { migrations as knownMigrations } from '../db/known-migrations.ts';
import { CommandError } from './command-error.ts';
import { connectPostgres, hasServers, listTables, orderTables, quoted } from './postgres-tables.ts';
import type { TableRows } from './table-rows.ts';

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

interface FillOptions {
  /** Names of the migrations that the rows are of. */
  migrations: readonly string[];
  /** Overwrites what is there. */
  isReplacing: boolean;
  /** Looks at the result before it is committed; throws to leave everything as it was. */
  check?: (client: pg.Client) => Promise<void>;
}

/** Recreates the schema of the backup and fills it, in one transaction: the result is the old state or the new one. */
export async function fillPostgres(
  url: string,
  source: (tables: readonly string[]) => TableRows,
  { migrations, isReplacing, check }: FillOptions,
): Promise<void> {
  const client = await connectPostgres(url);
  try {
    await client.query('begin');
    if (await hasServers(client))
      throw new CommandError('A server is using the database: stop it first. Nothing was changed.');
    if (!isReplacing && !(await isStillEmpty(client)))
      throw new CommandError('The database is no longer empty. Nothing was changed.');
    // The parts of a table go with it.
    for (const table of await listTables(client))
      await client.query(`drop table if exists ${quoted(table)} cascade`);
    await makeSchema(client, migrations);
    // What triggers keep is in the backup too.
    await switchTriggers(client, 'disable');
    await insertTables(client, source(await orderTables(client)));
    await switchTriggers(client, 'enable');
    await continueSequences(client);
    await check?.(client);
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

/** The tables of the weeks of these events, where there are partitions. */
async function makeWeeksOf(client: pg.Client, events: string): Promise<void> {
  const db = openOn(client);
  if (!(await hasEventPartitions(db))) return;
  const { rows } = await client.query<{ at: string }>(
    'select distinct (at / $2) * $2 as at from json_populate_recordset(null::event, $1::json)',
    [events, weekMs / 7],
  );
  await makeWeeks(
    db,
    rows.map(({ at }) => weekOf(Number(at))),
  );
}

/** The query builder on the connection of the open transaction. */
function openOn(client: pg.Client): Kysely<unknown> {
  // The client itself in place of a pool's; releasing it does nothing.
  const query = client.query.bind(client) as pg.PoolClient['query'];
  const pooled = { query, release: () => undefined } as pg.PoolClient;
  return new Kysely<unknown>({
    dialect: new PostgresDialect({
      pool: { Client: pg.Client, options: {}, connect: async () => pooled, end: async () => undefined },
    }),
  });
}

/** Runs the migrations that the backup has had, on the connection of the open transaction. */
async function makeSchema(client: pg.Client, names: readonly string[]): Promise<void> {
  const last = names.at(-1);
  if (last === undefined) throw new CommandError('The backup names no schema.');
  const wanted = Object.fromEntries(Object.entries(knownMigrations).filter(([name]) => names.includes(name)));
  const migrator = new Migrator({
    db: openOn(client),
    provider: { getMigrations: async () => wanted },
    disableTransactions: true,
  });
  const { error } = await migrator.migrateTo(last);
  if (error) throw error;
}

async function insertTables(client: pg.Client, source: TableRows): Promise<void> {
  const known = new Set(await listTables(client));
  for await (const { table, rows } of source) {
    if (!known.has(table)) throw new CommandError(`The backup holds a table that is unknown: ${table}.`);
    if (table === 'event') await makeWeeksOf(client, rows);
    await client.query(
      `insert into ${quoted(table)} overriding system value
       select * from json_populate_recordset(null::${quoted(table)}, $1::json)`,
      [rows],
    );
  }
}

async function switchTriggers(client: pg.Client, deed: 'disable' | 'enable'): Promise<void> {
  for (const table of await listTables(client))
    await client.query(`alter table ${quoted(table)} ${deed} trigger user`);
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
