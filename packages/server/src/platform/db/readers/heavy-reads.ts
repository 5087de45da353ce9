import { join } from 'node:path';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  PostgresAdapter,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Config } from '../../config.ts';
import { isPooled } from '../pooled-connection.ts';
import { PostgresCompiler } from '../postgres-compiler.ts';
import type { Database, Schema } from '../schema.ts';
import type { Scope } from '../scope.ts';
import { createFairQueue } from './fair-queue.ts';
import { readRequest } from './read-request.ts';
import { createReaderPool } from './reader-pool.ts';

/**
 * Reads that may take long: lists of large tables, searches, statistics, exports. On SQLite they are executed by
 * threads, so that nothing else waits for them; on PostgreSQL by at most half of the pool, so that chats find a
 * connection. Stores take what `of` returns as they take any database. Reads of a request end when its client has gone.
 */
export interface HeavyReads {
  /**
   * The database for the heavy reads of a workspace; it refuses writes and transactions, and reads with
   * TOO_MANY_REQUESTS when many wait. Patient ones are not refused: a run goes on from what they read.
   */
  of(scope: Scope, patience?: { isPatient: boolean }): Database;
  close(): Promise<void>;
}

type Execute = (
  workspaceId: string,
  query: CompiledQuery,
  signal: AbortSignal | undefined,
  isPatient: boolean,
) => Promise<QueryResult<unknown>>;

const mostWaiting = 50;

/** Opens nothing yet: threads are started by the first read. */
export function createHeavyReads(
  config: Pick<Config, 'databaseUrl' | 'databasePool' | 'home'> & Partial<Pick<Config, 'databaseDirectUrl'>>,
  db: Database,
): HeavyReads {
  if (config.databaseUrl !== undefined) {
    // PostgreSQL stops a statement whose result nobody waits for; behind a pooler its number is that of another one.
    const inflightQueryAbortStrategy = isPooled(config) ? 'ignore query' : 'cancel query';
    const queue = createFairQueue({ places: Math.max(1, Math.floor(config.databasePool / 2)), mostWaiting });
    const execute: Execute = (workspaceId, query, signal, isPatient) => {
      const read = () => db.executeQuery(query, { signal, inflightQueryAbortStrategy });
      return queue.run(workspaceId, read, signal, isPatient);
    };
    return { of: readingBy(execute, 'postgres'), close: async () => {} };
  }
  const pool = createReaderPool(join(config.home, 'tendril.db'));
  const execute: Execute = async (workspaceId, { sql, parameters }, signal, isPatient) => ({
    rows: await pool.read(workspaceId, sql, parameters, signal, isPatient),
  });
  return { of: readingBy(execute, 'sqlite'), close: () => pool.close() };
}

function readingBy(execute: Execute, kind: 'sqlite' | 'postgres'): HeavyReads['of'] {
  return ({ workspaceId }, { isPatient } = { isPatient: false }) =>
    reading((query, signal) => execute(workspaceId, query, signal, isPatient), kind);
}

type ExecuteOne = (query: CompiledQuery, signal: AbortSignal | undefined) => Promise<QueryResult<unknown>>;

function reading(execute: ExecuteOne, kind: 'sqlite' | 'postgres'): Database {
  const isPostgres = kind === 'postgres';
  const connection: DatabaseConnection = {
    executeQuery: <R>(query: CompiledQuery) =>
      execute(query, readRequest.getStore()?.signal) as Promise<QueryResult<R>>,
    streamQuery: refuse,
  };
  const dialect: Dialect = {
    createAdapter: () => (isPostgres ? new PostgresAdapter() : new SqliteAdapter()),
    createQueryCompiler: () => (isPostgres ? new PostgresCompiler() : new SqliteQueryCompiler()),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createDriver: () => ({
      init: async () => {},
      acquireConnection: async () => connection,
      beginTransaction: refuse,
      commitTransaction: refuse,
      rollbackTransaction: refuse,
      releaseConnection: async () => {},
      destroy: async () => {},
    }),
  };
  return new Kysely<Schema>({ dialect });
}

function refuse(): never {
  throw new Error('Heavy reads have no transactions and no streams; read page by page.');
}
