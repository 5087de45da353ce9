import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { ApiClient } from '../e2e/api-client.ts';
import { chatFlow, readTemplates } from '../e2e/chat-flow.ts';
import { type LocalServer, startServer } from '../e2e/local-server.ts';
import { openDatabase } from '../packages/server/src/platform/db/client.ts';
import { makeWeeks } from '../packages/server/src/platform/db/event-partitions/event-tables.ts';
import { weekMs, weekOf } from '../packages/server/src/platform/db/event-partitions/week.ts';
import { startPostgres } from '../tools/postgres.ts';
import { type Fill, fillAtSize, type SizePlaces, start, type Values } from './size-database.ts';

/** A server with the large database. */
interface SizeHome {
  server: LocalServer;
  places: SizePlaces;
  close(): Promise<void>;
}

const preload = fileURLToPath(new URL('./loop-watch.ts', import.meta.url));
const patienceMs = 120_000;
/** Later than the last event. */
const mostEventsMs = 110_000_000;

async function makeOwner(options: { home?: string; environment?: Record<string, string> }) {
  const first = await startServer({ ...options, patienceMs });
  const client = await new ApiClient(first.url).registerOwner();
  const flowData = JSON.stringify(chatFlow(await readTemplates(client), '', ''));
  await first.stop();
  return { home: first.home, flowData };
}

/** The home on SQLite; made once, kept in the folder for temporary files, or where BENCH_SIZE_HOME says. */
export async function openSqliteHome(): Promise<SizeHome> {
  const home = process.env['BENCH_SIZE_HOME'] ?? join(tmpdir(), 'tendril-at-size');
  const placesFile = join(home, 'places.json');
  if (!existsSync(placesFile)) {
    const { flowData } = await makeOwner({ home });
    const database = new DatabaseSync(join(home, 'tendril.db'));
    database.exec('pragma journal_mode = wal; pragma synchronous = off; pragma cache_size = -400000');
    const workspace = database.prepare('select id from workspace limit 1').get() as { id: string };
    const places = await fillAtSize(sqliteFiller(database, workspace.id), flowData);
    database.exec('analyze; pragma wal_checkpoint(truncate)');
    database.close();
    writeFileSync(placesFile, JSON.stringify(places));
  }
  const server = await startServer({ home, preload });
  const places = JSON.parse(readFileSync(placesFile, 'utf8')) as SizePlaces;
  return { server, places, close: () => server.stop() };
}

function sqliteFiller(database: DatabaseSync, workspaceId: string): Fill {
  return async (table, rows) => {
    database.exec('begin');
    let statement: ReturnType<DatabaseSync['prepare']> | undefined;
    for (const row of rows) {
      const values: Values = { workspaceId, ...row };
      const names = Object.keys(values);
      statement ??= database.prepare(
        `insert into "${table}" (${names.map((name) => `"${name}"`).join()}) values (${names.map(() => '?').join()})`,
      );
      statement.run(...Object.values(values));
    }
    database.exec('commit');
  };
}

/** The same on a private PostgreSQL, created each time. */
export async function openPostgresHome(): Promise<SizeHome> {
  const postgres = await startPostgres();
  const environment = { DATABASE_URL: postgres.url };
  const { home, flowData } = await makeOwner({ environment });
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const { rows } = await client.query<{ id: string }>('select id from workspace limit 1');
  // Indexes of texts are built much faster than they are kept.
  const { rows: indexes } = await client.query<{ name: string; text: string }>(
    "select indexname as name, indexdef as text from pg_indexes where indexdef like '%gin_trgm_ops%'",
  );
  for (const { name } of indexes) await client.query(`drop index "${name}"`);
  await makePartitions(home, postgres.url);
  // The same for what triggers keep.
  await client.query("set session_replication_role = 'replica'");
  const places = await fillAtSize(postgresFiller(client, rows[0]?.id ?? ''), flowData);
  await client.query(conversations);
  await client.query("set maintenance_work_mem = '512MB'");
  for (const { text } of indexes) await client.query(text);
  await client.query('vacuum analyze');
  await client.end();
  const server = await startServer({ home, environment, preload, patienceMs });
  return {
    server,
    places,
    async close() {
      await server.remove();
      await postgres.stop();
    },
  };
}

const conversations = `insert into conversation
  ("workspaceId", "flowId", "chatId", "sessionId", "chatType", messages, "firstSeq", "lastSeq", "startedAt", "updatedAt")
  select "workspaceId", "flowId", "chatId", "sessionId", "chatType", count(*), min(seq), max(seq), min("createdAt"),
    max("createdAt") from chat_message group by 1, 2, 3, 4, 5`;

/** The tables of the weeks that the events are of. */
async function makePartitions(home: string, databaseUrl: string): Promise<void> {
  const db = await openDatabase({ home, databaseUrl, databasePool: 1 });
  const lastAt = start + mostEventsMs;
  const weeks: number[] = [];
  for (let week = weekOf(start); week <= lastAt; week += weekMs) weeks.push(week);
  await db.transaction().execute((trx) => makeWeeks(trx, weeks));
  await db.destroy();
}

const rowsAtOnce = 5000;

function postgresFiller(client: pg.Client, workspaceId: string): Fill {
  return async (table, rows) => {
    let batch: Values[] = [];
    const write = async () => {
      const names = Object.keys(batch[0] ?? {}).map((name) => `"${name}"`);
      await client.query(
        `insert into "${table}" (${names.join()}) select ${names.join()} from json_populate_recordset(null::"${table}", $1::json)`,
        [JSON.stringify(batch)],
      );
      batch = [];
    };
    for (const row of rows) {
      batch.push({ workspaceId, ...row });
      if (batch.length === rowsAtOnce) await write();
    }
    if (batch.length > 0) await write();
  };
}
