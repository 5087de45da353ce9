import type pg from 'pg';

/** Lets go of connections to a server that takes no changes any more. */
export interface PrimaryWatch {
  /** Called when a server has refused a change because it is read-only. */
  leave(): void;
  /** A connection of the pool that was opened since. */
  take(connect: () => Promise<pg.PoolClient>): Promise<pg.PoolClient>;
}

/**
 * After a failover the same name leads to another server, while the connections that are open still lead to the one that
 * was the primary: none of them is used again, and new ones are opened under the name. What is under way there goes on.
 */
export function watchPrimary(pool: pg.Pool): PrimaryWatch {
  /** Connections whose server may be read-only. */
  const left = new WeakSet<pg.PoolClient>();
  const open = new Set<pg.PoolClient>();
  pool.on('connect', (client) => void open.add(client));
  pool.on('remove', (client) => void open.delete(client));

  return {
    leave() {
      for (const client of open) left.add(client);
    },
    async take(connect) {
      for (;;) {
        const client = await connect();
        if (!left.has(client)) return client;
        client.release(true);
      }
    },
  };
}
