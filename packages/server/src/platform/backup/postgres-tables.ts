import pg from 'pg';
import { CommandError } from './command-error.ts';
import { ownTables } from './own-tables.ts';

/** Managed by the migrator, or by running servers, or made again from others: not part of a backup. */
const passingTables = [
  'backfill',
  'chunk_word_list',
  'kysely_migration',
  'kysely_migration_lock',
  'process',
  'revision',
  'job_pool',
  'usage_window',
  'vector_table',
];

/** A server that has been silent for longer is gone. */
const silenceMs = 12_000;

/** A connection of its own, without the limits that requests have. Close it with `end()`. */
export async function connectPostgres(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // The query that meets a lost connection reports it.
  client.on('error', () => undefined);
  await client.connect().catch((error: Error) => {
    throw new CommandError(`The database cannot be reached: ${error.message}`);
  });
  return client;
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

async function names(client: pg.Client, query: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(query);
  return rows.map(({ name }) => name);
}

/** Our tables in the current schema, including the migrator's. */
export async function listTables(client: pg.Client): Promise<string[]> {
  const own = await ownTables();
  const found = await names(
    client,
    `select table_name as name from information_schema.tables
     where table_schema = current_schema() and table_type = 'BASE TABLE' order by table_name`,
  );
  return found.filter((name) => own.has(name) || passingTables.includes(name));
}

/** Whether a server uses the database: one with a heartbeat in the last seconds. */
export async function hasServers(client: pg.Client): Promise<boolean> {
  if (!(await listTables(client)).includes('process')) return false;
  const { rowCount } = await client.query(
    `select 1 from process where "beatAt" > extract(epoch from clock_timestamp()) * 1000 - ${silenceMs} limit 1`,
  );
  return Boolean(rowCount);
}

/** Names of the migrations that the database has had, in order. */
export async function listMigrations(client: pg.Client): Promise<string[]> {
  const tables = await listTables(client);
  return tables.includes('kysely_migration')
    ? names(client, 'select name from kysely_migration order by name')
    : [];
}

/** The tables with data, each after those that its rows refer to. */
export async function orderTables(client: pg.Client): Promise<string[]> {
  const tables = (await listTables(client)).filter((name) => !passingTables.includes(name));
  const { rows } = await client.query<{ owner: string; target: string }>(
    `select child.relname as owner, parent.relname as target
     from pg_constraint key
     join pg_class child on child.oid = key.conrelid
     join pg_class parent on parent.oid = key.confrelid
     where key.contype = 'f' and key.connamespace = current_schema()::regnamespace`,
  );
  const ordered: string[] = [];
  const visit = (name: string, path: readonly string[]) => {
    if (ordered.includes(name) || path.includes(name)) return;
    for (const { owner, target } of rows) if (owner === name) visit(target, [...path, name]);
    ordered.push(name);
  };
  for (const table of tables) visit(table, []);
  return ordered;
}
