import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SystemStatus } from '@tendril/contract/api/system';
import { sql } from 'kysely';
import type { Config } from '../../../platform/config.ts';
import { findPgvector } from '../../../platform/db/pgvector.ts';
import type { Database } from '../../../platform/db/schema.ts';

type DatabaseStatus = SystemStatus['database'];

type Settings = Pick<Config, 'databaseUrl' | 'home' | 'knowledgePgvectorChunks'>;

/** Kind and size of the database, its slowest queries where it keeps them, and whether it compares vectors. */
export async function describeDatabase(db: Database, config: Settings): Promise<DatabaseStatus> {
  const { databaseUrl, home, knowledgePgvectorChunks: least } = config;
  if (databaseUrl === undefined) {
    const sizes = await Promise.all(['tendril.db', 'tendril.db-wal'].map((name) => sizeOf(join(home, name))));
    const sizeBytes = sizes.reduce((sum, size) => sum + size, 0);
    return { kind: 'sqlite', sizeBytes, slowest: null, comparing: inMemory(least) };
  }
  const [{ rows }, slowest, comparing] = await Promise.all([
    sql<{ size: number }>`select pg_database_size(current_database()) as size`.execute(db),
    slowestQueries(db),
    describeComparing(db, least),
  ]);
  return { kind: 'postgres', sizeBytes: Number(rows[0]?.size ?? 0), slowest, comparing };
}

const inMemory = (least: number): DatabaseStatus['comparing'] => ({
  ...{ by: 'memory', version: '', least },
  ...{ ready: 0, filling: 0 },
});

/** Where the vectors of very large knowledge bases are compared. */
async function describeComparing(db: Database, least: number): Promise<DatabaseStatus['comparing']> {
  if (least === 0) return inMemory(least);
  const { state, version } = await findPgvector(db);
  const tables = await db
    .selectFrom('vector_table')
    .select(['isReady', sql<number>`count(*)`.as('count')])
    .groupBy('isReady')
    .execute();
  const countOf = (isReady: 0 | 1) => Number(tables.find((row) => row.isReady === isReady)?.count ?? 0);
  return { by: state, version, least, ready: countOf(1), filling: countOf(0) };
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
