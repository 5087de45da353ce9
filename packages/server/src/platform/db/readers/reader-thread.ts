import type { SQLInputValue } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { AppError } from '@tendril/contract/app-error';
import type { ReaderAnswer, ReaderPart, ReaderRequest } from './reader-message.ts';

/** One thread that reads the embedded database. */
export interface ReaderThread {
  /** Whether it can be asked again. */
  readonly isAlive: boolean;
  /**
   * The rows of one statement; one at a time. Throws UNAVAILABLE, and ends the thread, after `limitMs`; the same, with
   * the signal's reason, when it has aborted and the statement does not return soon.
   */
  read(
    sql: string,
    parameters: readonly unknown[],
    limitMs: number,
    signal?: AbortSignal,
  ): Promise<Record<string, unknown>[]>;
  /** Ends it; resolves when it is gone, which may take as long as the statement that it is executing. */
  end(): Promise<unknown>;
}

const mostHeapMb = 256;
/** Most statements return within this time, and a new thread costs more. */
const abortedMs = 200;

/** Starts a thread on the database at `path`; `onGone` is called once it has ended. */
export function startReaderThread(path: string, onGone: () => void): ReaderThread {
  const worker = new Worker(new URL('./reader.worker.ts', import.meta.url), {
    workerData: path,
    resourceLimits: { maxOldGenerationSizeMb: mostHeapMb },
  });
  worker.unref();
  let isAlive = true;
  let settle: ((answer: ReaderAnswer | Error) => void) | undefined;
  worker.on('message', (answer: ReaderAnswer) => settle?.(answer));
  worker.on('error', (error) => {
    isAlive = false;
    settle?.(error);
  });
  worker.once('exit', () => {
    isAlive = false;
    settle?.(new Error('The reader has ended.'));
    onGone();
  });

  function end(): Promise<unknown> {
    isAlive = false;
    return worker.terminate();
  }

  const ask = (request: ReaderRequest) =>
    new Promise<ReaderPart>((resolve, reject) => {
      settle = (answer) => {
        settle = undefined;
        if (answer instanceof Error) reject(stopped(answer));
        else if ('fault' in answer) reject(new Error(answer.fault));
        else resolve(answer);
      };
      worker.postMessage(request);
    });

  return {
    get isAlive() {
      return isAlive;
    },
    end,
    async read(sql, parameters, limitMs, signal) {
      const giveUp = (reason: Error) => {
        settle?.(reason);
        void end();
      };
      let limit = setTimeout(() => giveUp(tooLong(limitMs)), limitMs);
      const hurry = () => {
        clearTimeout(limit);
        limit = setTimeout(() => giveUp(signal?.reason as Error), abortedMs);
      };
      signal?.addEventListener('abort', hurry, { once: true });
      try {
        const rows: Record<string, unknown>[] = [];
        let request: ReaderRequest = { sql, parameters: parameters as SQLInputValue[] };
        for (;;) {
          const part = await ask(request);
          signal?.throwIfAborted();
          for (const values of part.rows) rows.push(toRecord(part.columns, values));
          if (part.isLast) return rows;
          request = 'more';
        }
      } finally {
        clearTimeout(limit);
        signal?.removeEventListener('abort', hurry);
      }
    },
  };
}

function toRecord(columns: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let index = 0; index < columns.length; index += 1) row[columns[index] ?? ''] = values[index];
  return row;
}

function tooLong(limitMs: number): AppError {
  return new AppError(
    'UNAVAILABLE',
    `Reading this took longer than ${limitMs / 1000} seconds and was stopped. Narrow the search or the period, and try again.`,
  );
}

function stopped(cause: Error): Error {
  if (cause instanceof AppError || cause.name === 'AbortError') return cause;
  return new AppError('UNAVAILABLE', 'Reading this was stopped. Try again in a moment.', { cause });
}
