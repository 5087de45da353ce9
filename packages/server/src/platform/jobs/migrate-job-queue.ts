import pg from 'pg';

/** Any number that no other lock of ours has. */
const lockId = 7_390_011;

/** Brings the queue of PostgreSQL to the schema of its version; one process at a time. */
export async function migrateJobQueue(url: string): Promise<void> {
  const { Logger, runMigrations } = await import('graphile-worker');
  const connections = new pg.Pool({ connectionString: url, max: 2, connectionTimeoutMillis: 5000 });
  connections.on('error', () => {});
  connections.on('connect', (client) => client.on('error', () => {}));
  try {
    const client = await connections.connect();
    try {
      await client.query('select pg_advisory_lock($1)', [lockId]);
      await runMigrations({ pgPool: connections, logger: new Logger(() => () => {}) });
      await client.query('select pg_advisory_unlock($1)', [lockId]);
    } finally {
      client.release();
    }
  } finally {
    await connections.end();
  }
}
