import { DatabaseSync, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { ReaderAnswer, ReaderRequest } from './reader-message.ts';

const cachedStatements = 100;
/** Few enough that taking a part in costs the event loop of the server some milliseconds at most. */
const rowsAtOnce = 1000;
const charactersAtOnce = 512 * 1024;

type Row = SQLOutputValue[];

/** Executes reads of the embedded database, one at a time, on a connection that cannot write. */
class Reader {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, { statement: StatementSync; columns: string[] }>();
  #columns: string[] = [];
  #rows: Iterator<Row> | undefined;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  answer(request: ReaderRequest): ReaderAnswer {
    try {
      if (request !== 'more') this.#begin(request);
      return this.#nextPart();
    } catch (error) {
      return { fault: (error as Error).message };
    }
  }

  #begin({ sql, parameters }: Exclude<ReaderRequest, 'more'>): void {
    // Ends the read transaction of one that was left unfinished: it would see old rows, and keep the log from shrinking.
    this.#rows?.return?.();
    const { statement, columns } = this.#prepare(sql);
    this.#columns = columns;
    this.#rows = statement.iterate(...parameters) as unknown as Iterator<Row>;
  }

  #nextPart(): ReaderAnswer {
    const rows: Row[] = [];
    let characters = 0;
    while (rows.length < rowsAtOnce && characters < charactersAtOnce) {
      const next = this.#rows?.next();
      if (!next || next.done) {
        this.#rows = undefined;
        return { columns: this.#columns, rows, isLast: true };
      }
      rows.push(next.value);
      for (const value of next.value) characters += typeof value === 'string' ? value.length : 8;
    }
    return { columns: this.#columns, rows, isLast: false };
  }

  #prepare(sql: string) {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    statement.setReturnArrays(true);
    const prepared = { statement, columns: statement.columns().map(({ name }) => name) };
    if (this.#statements.size >= cachedStatements) this.#statements.clear();
    this.#statements.set(sql, prepared);
    return prepared;
  }
}

function openReader(path: string): Reader {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
  database.exec('pragma temp_store = memory; pragma cache_size = -16000');
  return new Reader(database);
}

let reader: Reader | undefined;

function answer(request: ReaderRequest): ReaderAnswer {
  try {
    reader ??= openReader(String(workerData));
  } catch (error) {
    return { fault: (error as Error).message };
  }
  return reader.answer(request);
}

parentPort?.on('message', (request: ReaderRequest) => parentPort?.postMessage(answer(request)));
