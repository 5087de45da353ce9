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
import { loadVectorFunctions } from './vector-functions.ts';

const cachedStatements = 500;

interface Prepared {
  statement: StatementSync;
  isReader: boolean;
}

/** Kysely's driver for `node:sqlite`: one connection, cached prepared statements, durable commits. */
export class SqliteDriver implements Driver {
  readonly #path: string;
  #connection: SqliteConnection | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  async init(): Promise<void> {
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
    const database = new DatabaseSync(this.#path, {
      timeout: 5000,
      enableForeignKeyConstraints: true,
      allowExtension: true,
    });
    await loadVectorFunctions(database);
    database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 4000');
    database.exec('pragma temp_store = memory; pragma cache_size = -16000');
    this.#connection = new SqliteConnection(database);
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    if (!this.#connection) throw new Error('The database is not open.');
    return this.#connection;
  }

  async beginTransaction(): Promise<void> {
    // Immediate: a transaction that reads first and writes later must not fail to get the lock halfway.
    this.#connection?.run('begin immediate');
  }

  async commitTransaction(): Promise<void> {
    this.#connection?.run('commit');
  }

  async rollbackTransaction(): Promise<void> {
    this.#connection?.rollback();
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

class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, Prepared>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { statement, isReader } = this.#prepare(sql);
    const values = parameters as SQLInputValue[];
    if (isReader) return { rows: statement.all(...values) as R[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] };
  }

  async *streamQuery<R>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    // Not from the cache: a statement that is being stepped must not be run concurrently.
    const statement = this.#database.prepare(sql);
    for (const row of statement.iterate(...(parameters as SQLInputValue[]))) yield { rows: [row as R] };
  }

  run(sql: string): void {
    this.#database.exec(sql);
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
    const prepared = { statement, isReader: statement.columns().length > 0 };
    if (this.#statements.size >= cachedStatements) {
      const oldest = this.#statements.keys().next();
      if (!oldest.done) this.#statements.delete(oldest.value);
    }
    this.#statements.set(sql, prepared);
    return prepared;
  }
}
