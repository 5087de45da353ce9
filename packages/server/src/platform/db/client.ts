import { join } from 'node:path';
import { Kysely } from 'kysely';
import type { Config } from '../config.ts';
import { type ConnectionWaits, createConnectionWaits } from './connection-waits.ts';
import { refuseGrownHome } from './grown-database.ts';
import { directUrl, isPooled } from './pooled-connection.ts';
import type { Database, Schema } from './schema.ts';

interface Place extends Pick<Config, 'databaseUrl' | 'databasePool' | 'home'> {
  databaseDirectUrl?: Config['databaseDirectUrl'];
  /** After how long without a response PostgreSQL is probed; a few seconds unless given. */
  patienceMs?: number;
}

/** Opens PostgreSQL when a URL is configured, else the SQLite file in TENDRIL_HOME; close with `destroy()`. */
export async function openDatabase(
  config: Place,
  waits: ConnectionWaits = createConnectionWaits(),
): Promise<Database> {
  if (config.databaseUrl) {
    const { postgresDialect } = await import('./postgres-dialect.ts');
    const { databaseUrl: url, databasePool: poolSize, patienceMs } = config;
    const place = { url, poolSize, isPooled: isPooled(config), ...(patienceMs && { patienceMs }) };
    return new Kysely<Schema>({ dialect: postgresDialect(place, waits) });
  }
  refuseGrownHome(config.home);
  const { sqliteDialect } = await import('./sqlite-dialect.ts');
  return new Kysely<Schema>({ dialect: sqliteDialect(join(config.home, 'tendril.db')) });
}

/** Runs `work` on a database whose connections are those of the server: behind a pooler, on one opened for it. */
export async function onDirectDatabase(
  config: Place,
  db: Database,
  work: (direct: Database) => Promise<void>,
): Promise<void> {
  if (!isPooled(config)) return work(db);
  const databaseUrl = directUrl(config);
  const direct = await openDatabase({
    ...config,
    databaseUrl,
    databaseDirectUrl: undefined,
    databasePool: 2,
  });
  try {
    await work(direct);
  } finally {
    await direct.destroy();
  }
}
