import pg from 'pg';
import { cutConnection } from './cut-connection.ts';

/** After how long without a response we check whether the server is there at all. */
const usualPatienceMs = 3500;
const probeMs = 1500;

/** Watches queries that get no response. */
export interface ServerWatch {
  /** Called before a query; the function it returns is called after it. */
  begin(): () => void;
}

/**
 * Distinguishes a server that is frozen or unreachable from a slow query: when a query waits for long, a second
 * connection checks that the server responds. If not, every connection is closed and the waiting queries fail; if so,
 * the query may go on as long as the server lets it.
 */
export function watchServer(pool: pg.Pool, url: string, patienceMs = usualPatienceMs): ServerWatch {
  const clients = new Set<pg.PoolClient>();
  pool.on('connect', (client) => void clients.add(client));
  pool.on('remove', (client) => void clients.delete(client));
  let probing: Promise<boolean> | undefined;

  async function look(isWaiting: () => boolean): Promise<void> {
    probing ??= isAnswering(url).finally(() => {
      probing = undefined;
    });
    if ((await probing) || !isWaiting()) return;
    for (const client of clients) cutConnection(client);
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

/** Whether the server responds at all, even if it only refuses the connection. */
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
    cutConnection(client);
  }
}
