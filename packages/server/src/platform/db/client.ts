import { join } from 'node:path';
import { Kysely } from 'kysely';
import type { Config } from '../config.ts';
import { type ConnectionWaits, createConnectionWaits } from './connection-waits.ts';
import { refuseGrownHome } from './grown-database.ts';
import type { Database, Schema } from './schema.ts';

/** Opens PostgreSQL when a URL is configured, else the SQLite file in TENDRIL_HOME; close with `destroy()`. */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'databasePool' | 'home'>,
  waits: ConnectionWaits = createConnectionWaits(),
): Promise<Database> {
  if (config.databaseUrl) {
    const { postgresDialect } = await import('./postgres-dialect.ts');
    return new Kysely<Schema>({ dialect: postgresDialect(config.databaseUrl, config.databasePool, waits) });
  }
  refuseGrownHome(config.home);
  const { sqliteDialect } = await import('./sqlite-dialect.ts');
  return new Kysely<Schema>({ dialect: sqliteDialect(join(config.home, 'tendril.db')) });
}
