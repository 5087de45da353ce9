import type { Duplex } from 'node:stream';
import pg from 'pg';

/** When a query without an answer makes us ask whether the server is there at all. */
const patienceMs = 3500;
const probeMs = 1500;

/** Looks after queries that get no answer. */
export interface ServerWatch {
  /** Called before a query; what it answers is called after it. */
  begin(): () => void;
}

/**
 * Tells a server that is frozen, or behind a dead line, from a query that takes its time: while one waits for long,
 * a second connection asks for a sign of life. Without one, every connection is cut, and whoever waits learns it;
 * with one, the query may go on as long as the server lets it.
 */
export function watchServer(pool: pg.Pool, url: string): ServerWatch {
  const clients = new Set<pg.PoolClient>();
  pool.on('connect', (client) => void clients.add(client));
  pool.on('remove', (client) => void clients.delete(client));
  let probing: Promise<boolean> | undefined;

  async function look(isWaiting: () => boolean): Promise<void> {
    probing ??= isAnswering(url).finally(() => {
      probing = undefined;
    });
    if ((await probing) || !isWaiting()) return;
    for (const client of clients) cut(client);
  }

  return {
    begin() {
      let isOver = false;
      let timer: NodeJS.Timeout | undefined;
      const wait = () => {
        timer = setTimeout(() => void lookAndWait(), patienceMs).unref();
      };
      const lookAndWait = async () => {
        await look(() => !isOver);
        if (!isOver) wait();
      };
      wait();
      return () => {
        isOver = true;
        clearTimeout(timer);
      };
    },
  };
}

/** Whether the server says anything, be it that it takes nobody any more. */
async function isAnswering(url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: probeMs,
    query_timeout: probeMs,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch (error) {
    return error instanceof pg.DatabaseError;
  } finally {
    cut(client);
  }
}

// A farewell would wait for an answer.
function cut(client: pg.ClientBase): void {
  (client as unknown as { connection: { stream: Duplex } }).connection.stream.destroy();
}
