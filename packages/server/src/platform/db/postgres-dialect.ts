import { type DatabaseConnection, PostgresDialect } from 'kysely';
import pg from 'pg';
import { type ConnectionWaits, createConnectionWaits } from './connection-waits.ts';
import { PostgresCompiler } from './postgres-compiler.ts';
import { type ServerWatch, watchServer } from './postgres-watch.ts';
import { prepareKept } from './prepare-kept.ts';
import { readRequest } from './readers/read-request.ts';
import { isReadOnly, nameUnreachable } from './unreachable.ts';
import { type PrimaryWatch, watchPrimary } from './watch-primary.ts';

const int8 = 20;

/** Limits of the server itself, which a pooler refuses: there its own are set. */
const serverLimits = { statement_timeout: 30_000, idle_in_transaction_session_timeout: 30_000 };

interface PostgresPlace {
  url: string;
  poolSize: number;
  /** Behind a pooler that gives every transaction another connection. */
  isPooled: boolean;
  /** After how long without a response it is probed; a few seconds unless given. */
  patienceMs?: number;
}

/**
 * PostgreSQL at `url`; int8 is read as a number, because all of ours are times and counts. A server that cannot be
 * reached, or goes away, is UNAVAILABLE.
 */
export function postgresDialect(
  { url, poolSize, isPooled, patienceMs }: PostgresPlace,
  waits: ConnectionWaits = createConnectionWaits(),
): PostgresDialect {
  const types = {
    getTypeParser: ((id: number, format?: 'text' | 'binary') =>
      id === int8 ? Number : pg.types.getTypeParser(id, format as 'text')) as typeof pg.types.getTypeParser,
  };
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5000,
    ...(!isPooled && serverLimits),
    types,
  });
  // A connection that the database drops while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  // The same for a client that is checked out: its user learns of it from the query.
  pool.on('connect', (client) => client.on('error', () => {}));
  const take = waits.watch(pool, poolSize);
  const watch = watchServer(pool, url, patienceMs);
  const ready = new WeakSet<pg.PoolClient>();
  const primary = watchPrimary(pool);
  return new ServerDialect({
    pool: {
      Client: pg.Client,
      options: pool.options,
      connect: () => connect(() => primary.take(take), watch, ready),
      end: () => pool.end(),
    },
    onCreateConnection: (connection) => nameLostQueries(connection, watch, primary),
  });
}

class ServerDialect extends PostgresDialect {
  override createQueryCompiler(): PostgresCompiler {
    return new PostgresCompiler();
  }
}

async function connect(
  take: () => Promise<pg.PoolClient>,
  watch: ServerWatch,
  ready: WeakSet<pg.PoolClient>,
): Promise<pg.PoolClient> {
  const client = await take().catch(refuse);
  if (ready.has(client)) return client;
  const done = watch.begin();
  try {
    await prepareKept(client);
    ready.add(client);
    return client;
  } catch (error) {
    client.release(true);
    return refuse(error);
  } finally {
    done();
  }
}

// Kysely passes the connection itself to nobody else: this is the one place that sees every query fail.
async function nameLostQueries(
  connection: DatabaseConnection,
  watch: ServerWatch,
  primary: PrimaryWatch,
): Promise<void> {
  const execute = connection.executeQuery.bind(connection);
  connection.executeQuery = async (query, options) => {
    const done = watch.begin();
    try {
      return await execute<never>(query, options);
    } catch (error) {
      if (isAbandoned(error)) return { rows: [] };
      if (isReadOnly(error)) primary.leave();
      return refuse(error);
    } finally {
      done();
    }
  };
}

// Cancelled for a client that has gone: nobody reads this result.
function isAbandoned(error: unknown): boolean {
  return (error as { code?: unknown }).code === '57014' && readRequest.getStore()?.signal.aborted === true;
}

function refuse(error: unknown): never {
  throw nameUnreachable(error);
}
