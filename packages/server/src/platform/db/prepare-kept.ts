import type pg from 'pg';
import { preparedName } from './kept-statement.ts';

/**
 * Lets a connection prepare the statements that are meant for it, once each. Not behind a pooler, which gives every
 * transaction another connection of the server: there the key of the connection is not that of its process.
 */
export async function prepareKept(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  if (rows[0]?.pid !== (client as { processID?: number }).processID) return;
  const send = client.query.bind(client) as (query: unknown, values?: unknown) => Promise<unknown>;
  const query = (text: unknown, values?: unknown) => {
    const name = typeof text === 'string' ? preparedName(text) : undefined;
    return name === undefined ? send(text, values) : send({ name, text, values });
  };
  client.query = query as typeof client.query;
}
