import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SystemStatus } from '@tendril/contract/api/system';
import { sql } from 'kysely';
import type { Config } from '../../../platform/config.ts';
import type { Database } from '../../../platform/db/schema.ts';

type DatabaseStatus = SystemStatus['database'];

/** Kind and size of the database, and its slowest queries where it keeps them. */
export async function describeDatabase(
  db: Database,
  { databaseUrl, home }: Pick<Config, 'databaseUrl' | 'home'>,
): Promise<DatabaseStatus> {
  if (databaseUrl === undefined) {
    const sizes = await Promise.all(['tendril.db', 'tendril.db-wal'].map((name) => sizeOf(join(home, name))));
    return { kind: 'sqlite', sizeBytes: sizes.reduce((sum, size) => sum + size, 0), slowest: null };
  }
  const { rows } = await sql<{ size: number }>`select pg_database_size(current_database()) as size`.execute(
    db,
  );
  return { kind: 'postgres', sizeBytes: Number(rows[0]?.size ?? 0), slowest: await slowestQueries(db) };
}

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

/** By the extension that counts queries; null where it is not installed, or not for this user. */
async function slowestQueries(db: Database): Promise<DatabaseStatus['slowest']> {
  try {
    const { rows } = await sql<{ query: string; calls: number; meanMs: number }>`
      select left(regexp_replace(query, '\\s+', ' ', 'g'), 300) as query, calls, mean_exec_time as "meanMs"
      from pg_stat_statements
      where dbid = (select oid from pg_database where datname = current_database()) and calls >= 5
      order by mean_exec_time desc limit 5`.execute(db);
    return rows.map(({ query, calls, meanMs }) => ({ query, calls: Number(calls), meanMs: Number(meanMs) }));
  } catch {
    return null;
  }
}
