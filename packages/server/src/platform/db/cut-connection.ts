import type { Duplex } from 'node:stream';
import type pg from 'pg';

/** Closes a connection at once: a graceful close would wait for a response. */
export function cutConnection(client: pg.ClientBase): void {
  (client as unknown as { connection: { stream: Duplex } }).connection.stream.destroy();
}
