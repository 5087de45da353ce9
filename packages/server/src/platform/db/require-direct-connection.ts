import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { StartError } from '../start-error.ts';
import { type DatabaseUrls, directUrl, isPooled } from './pooled-connection.ts';

const patienceMs = 5000;
const mark = 'tendril.connection';

/**
 * Refuses to start where what needs one connection all along would get another one with every transaction: it would
 * seem to work, lose messages between processes, and keep locks for good.
 */
export async function requireDirectConnection(config: DatabaseUrls): Promise<void> {
  const url = directUrl(config);
  if (url === undefined || !(await sharesConnections(url))) return;
  throw new StartError(
    isPooled(config)
      ? 'DATABASE_DIRECT_URL leads to a connection pooler that gives every transaction another connection. It must lead to PostgreSQL itself.'
      : 'DATABASE_URL leads to a connection pooler that gives every transaction another connection. Set DATABASE_DIRECT_URL to the address of PostgreSQL itself: messages between processes, migrations and jobs need it.',
  );
}

/** Whether two connections to `url` can meet in one of the server, as those to a pooler of transactions do. */
async function sharesConnections(url: string): Promise<boolean> {
  const one = await connect(url);
  if (!one) return false;
  try {
    const { rows } = await one.query<{ pid: number }>('select pg_backend_pid() as pid');
    // Behind a pooler the key of a connection is the pooler's own.
    if (rows[0]?.pid === (one as { processID?: number }).processID) return false;
    const other = await connect(url);
    if (!other) return false;
    try {
      return await areOne(one, other);
    } finally {
      await other.end();
    }
  } finally {
    await one.end();
  }
}

/** A pooler gives the connection that was free last to who comes next. */
async function areOne(one: pg.Client, other: pg.Client): Promise<boolean> {
  const value = randomUUID();
  await one.query('select set_config($1, $2, false)', [mark, value]);
  const { rows } = await other.query<{ found: string | null }>('select current_setting($1, true) as found', [
    mark,
  ]);
  await one.query("select set_config($1, '', false)", [mark]);
  return rows[0]?.found === value;
}

/** Undefined when it cannot be reached: that is reported by who needs it. */
async function connect(url: string): Promise<pg.Client | undefined> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch {
    return undefined;
  }
}
