import { AppError } from '@tendril/contract/app-error';
import { createFairQueue } from './fair-queue.ts';
import { type ReaderThread, startReaderThread } from './reader-thread.ts';

/** Executes reads of the embedded database away from the event loop. */
export interface ReaderPool {
  /**
   * The rows of a statement that only reads; everything committed before the call is in them. Throws UNAVAILABLE when it
   * takes too long, TOO_MANY_REQUESTS when too many of the workspace wait and it is not `isPatient`, and the signal's
   * reason once it has aborted.
   */
  read(
    workspaceId: string,
    sql: string,
    parameters: readonly unknown[],
    signal?: AbortSignal,
    isPatient?: boolean,
  ): Promise<Record<string, unknown>[]>;
  /** How many threads there are now. */
  size(): number;
  close(): Promise<void>;
}

interface ReaderLimits {
  /** How long one statement may take. */
  limitMs?: number;
  /** After how long without a read its threads are ended. */
  idleMs?: number;
}

const threads = 2;
/** Threads that are being ended but still execute a statement; more than these would take the machine from everybody. */
const mostEnding = 2;
const mostWaiting = 50;

/** Threads are started by the first read that finds none free, and ended after a while without reads. */
export function createReaderPool(
  path: string,
  { limitMs = 15_000, idleMs = 60_000 }: ReaderLimits = {},
): ReaderPool {
  const queue = createFairQueue({ places: threads, mostWaiting });
  const all = new Set<ReaderThread>();
  const free: ReaderThread[] = [];
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;

  function start(): ReaderThread {
    if (isClosed) throw new AppError('UNAVAILABLE', 'The server is stopping.');
    if (all.size >= threads + mostEnding)
      throw new AppError('UNAVAILABLE', 'Earlier searches are still being stopped. Try again in a moment.');
    const thread = startReaderThread(path, () => all.delete(thread));
    all.add(thread);
    return thread;
  }

  async function endFree(): Promise<void> {
    await Promise.all(free.splice(0).map((thread) => thread.end()));
  }

  return {
    read(workspaceId, sql, parameters, signal, isPatient) {
      async function work() {
        clearTimeout(idle);
        // The one used last: its pages are in memory, and the others may end.
        const thread = free.pop() ?? start();
        try {
          return await thread.read(sql, parameters, limitMs, signal);
        } finally {
          if (thread.isAlive) free.push(thread);
          if (isClosed) void endFree();
          else idle = setTimeout(() => void endFree(), idleMs).unref();
        }
      }
      return queue.run(workspaceId, work, signal, isPatient);
    },
    size: () => all.size,
    async close() {
      isClosed = true;
      clearTimeout(idle);
      free.splice(0);
      await Promise.all([...all].map((thread) => thread.end()));
    },
  };
}
