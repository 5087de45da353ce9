import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  IdentifierNode,
  type QueryCompiler,
  type QueryResult,
  RawNode,
} from 'kysely';
import type { CommitSync } from './commit-sync.ts';
import { LogCheckpoints } from './log-checkpoints.ts';

const cachedStatements = 500;
/** How often the length of the log is looked at. */
const commitsBetweenLooks = 8;
/** The length at which a commit empties the log itself, because the thread for it does not: 128 MB. */
const longestLog = 32_000;

interface Prepared {
  statement: StatementSync;
  isReader: boolean;
  /** It may change the database. */
  isWriter: boolean;
}

/** Kysely's driver for `node:sqlite`: one connection, cached prepared statements, durable commits. */
export class SqliteDriver implements Driver {
  readonly #path: string;
  readonly #sync: CommitSync | undefined;
  #checkpoints: LogCheckpoints | undefined;
  #connection: SqliteConnection | undefined;

  /** Without `sync`, as for a database in memory, the database itself sees to its commits. */
  constructor(path: string, sync?: CommitSync) {
    this.#path = path;
    this.#sync = sync;
  }

  async init(): Promise<void> {
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
    const database = new DatabaseSync(this.#path, { timeout: 5000, enableForeignKeyConstraints: true });
    // Only before anything is stored: a new database gives back what is deleted.
    database.exec('pragma auto_vacuum = incremental');
    const mode = database.prepare('pragma journal_mode = wal').get()?.['journal_mode'];
    if (mode === 'wal') {
      this.#sync?.enable();
      this.#checkpoints = new LogCheckpoints(this.#path);
    }
    // With `normal` the database syncs where it needs order; that a commit is on disk is up to `sync`.
    const level = this.#sync?.isEnabled ? 'normal' : 'full';
    database.exec(`pragma synchronous = ${level}; pragma wal_autocheckpoint = ${longestLog}`);
    database.exec('pragma temp_store = memory; pragma cache_size = -16000');
    this.#connection = new SqliteConnection(database, this.#sync, this.#checkpoints);
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    if (!this.#connection) throw new Error('The database is not open.');
    return this.#connection;
  }

  async beginTransaction(): Promise<void> {
    await this.#checkpoints?.ending;
    // Immediate: a transaction that reads first and writes later must not fail to get the lock halfway.
    this.#connection?.run('begin immediate');
  }

  async commitTransaction(): Promise<void> {
    this.#connection?.run('commit');
    this.#connection?.lookAtLog();
    if (!this.#sync?.takeDeferred()) await this.#sync?.flush();
  }

  async rollbackTransaction(): Promise<void> {
    this.#sync?.takeDeferred();
    this.#connection?.rollback();
  }

  runInTransaction<R>(sql: string, parameters: readonly unknown[]): QueryResult<R> {
    if (!this.#connection) throw new Error('The database is not open.');
    return this.#connection.runInTransaction<R>(sql, parameters);
  }

  async savepoint(
    _connection: DatabaseConnection,
    name: string,
    compile: QueryCompiler['compileQuery'],
  ): Promise<void> {
    this.#connection?.run(savepointSql('savepoint', name, compile));
  }

  async rollbackToSavepoint(
    _connection: DatabaseConnection,
    name: string,
    compile: QueryCompiler['compileQuery'],
  ): Promise<void> {
    this.#connection?.run(savepointSql('rollback to', name, compile));
  }

  async releaseSavepoint(
    _connection: DatabaseConnection,
    name: string,
    compile: QueryCompiler['compileQuery'],
  ): Promise<void> {
    this.#connection?.run(savepointSql('release', name, compile));
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    await this.#sync?.close();
    await this.#checkpoints?.close();
    this.#connection?.close();
    this.#connection = undefined;
  }
}

function savepointSql(command: string, name: string, compile: QueryCompiler['compileQuery']): string {
  const node = RawNode.createWithChildren([
    RawNode.createWithSql(`${command} `),
    IdentifierNode.create(name),
  ]);
  return compile(node, { queryId: 'savepoint' }).sql;
}

function execute<R>({ statement, isReader }: Prepared, values: SQLInputValue[]): QueryResult<R> {
  if (isReader) return { rows: statement.all(...values) as R[] };
  const { changes, lastInsertRowid } = statement.run(...values);
  return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] };
}

class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #sync: CommitSync | undefined;
  readonly #checkpoints: LogCheckpoints | undefined;
  readonly #statements = new Map<string, Prepared>();
  #commits = 0;

  constructor(database: DatabaseSync, sync: CommitSync | undefined, checkpoints: LogCheckpoints | undefined) {
    this.#database = database;
    this.#sync = sync;
    this.#checkpoints = checkpoints;
  }

  runInTransaction<R>(sql: string, parameters: readonly unknown[]): QueryResult<R> {
    if (!this.#database.isTransaction) throw new Error('The transaction has ended.');
    return execute<R>(this.#prepare(sql), parameters as SQLInputValue[]);
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (sql.startsWith('pragma incremental_vacuum')) {
      // It frees one page with every step, and has no rows for which a prepared one would be stepped on.
      this.#database.exec(sql);
      return { rows: [] };
    }
    const prepared = this.#prepare(sql);
    // A statement of its own is a commit.
    const isCommit = prepared.isWriter && !this.#database.isTransaction;
    if (isCommit) await this.#checkpoints?.ending;
    const result = execute<R>(prepared, parameters as SQLInputValue[]);
    if (isCommit) {
      this.lookAtLog();
      await this.#sync?.flush();
    }
    return result;
  }

  async *streamQuery<R>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    // Not from the cache: a statement that is being stepped must not be run concurrently.
    const statement = this.#database.prepare(sql);
    for (const row of statement.iterate(...(parameters as SQLInputValue[]))) yield { rows: [row as R] };
  }

  run(sql: string): void {
    this.#database.exec(sql);
  }

  /** Called after each commit. */
  lookAtLog(): void {
    if (!this.#checkpoints) return;
    this.#commits += 1;
    if (this.#commits % commitsBetweenLooks > 0) return;
    // `noop` moves nothing: it only counts the pages of the log, and those that are in the database already.
    const { log, checkpointed } = this.#prepare('pragma wal_checkpoint(noop)').statement.get() ?? {};
    this.#checkpoints.consider(Number(log), Number(checkpointed));
  }

  rollback(): void {
    // SQLite has already rolled back by itself after a full disk.
    if (this.#database.isTransaction) this.#database.exec('rollback');
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #prepare(sql: string): Prepared {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    const isReader = statement.columns().length > 0;
    const prepared = { statement, isReader, isWriter: !(isReader && /^\s*(?:select|pragma)/i.test(sql)) };
    if (this.#statements.size >= cachedStatements) {
      const oldest = this.#statements.keys().next();
      if (!oldest.done) this.#statements.delete(oldest.value);
    }
    this.#statements.set(sql, prepared);
    return prepared;
  }
}
