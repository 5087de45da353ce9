import { cutConnection } from '../db/cut-connection.ts';
import type { OpenChannel } from './bus-channel.ts';

const channelName = 'tendril_control';
const patienceMs = 5000;
const farewellMs = 1000;

/**
 * LISTEN and NOTIFY on a connection of its own. The notifications of all commits pass one lock of the whole server, so
 * they are sent from here, outside of the transactions that they are about.
 */
export function postgresChannel(url: string): OpenChannel {
  return async ({ received, lost }) => {
    const { default: pg } = await import('pg');
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
      keepAlive: true,
    });
    client.on('error', lost);
    client.on('end', lost);
    client.on('notification', ({ payload }) => received(payload ?? ''));
    try {
      await client.connect();
      await client.query(`listen ${channelName}`);
    } catch (error) {
      cutConnection(client);
      throw error;
    }
    return {
      async send(payloads) {
        await client.query('select pg_notify($1, payload) from unnest($2::text[]) payload', [
          channelName,
          payloads,
        ]);
      },
      async close() {
        const cutting = setTimeout(() => cutConnection(client), farewellMs);
        await client.end().catch(() => undefined);
        clearTimeout(cutting);
      },
    };
  };
}
