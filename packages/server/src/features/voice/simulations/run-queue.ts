import type { Logger } from 'pino';

/** Concurrent runs; the others wait for their turn. */
const concurrency = 2;
const longestFarewellMs = 3000;

/** A queue of work. */
interface RunQueue {
  /** The waiting and running work of an owner. */
  countOf(owner: string): number;
  add(owner: string, work: () => Promise<void>): void;
  /** Begins nothing more; resolves when the work in progress is over, or takes too long. */
  close(): Promise<void>;
}

/** Runs queued work, two at a time; a failure affects only itself. */
export function createRunQueue(log: Logger): RunQueue {
  let waiting: { owner: string; work: () => Promise<void> }[] = [];
  const running = new Set<{ owner: string; ended: Promise<void> }>();
  let isClosed = false;

  function next(): void {
    const first = running.size < concurrency && !isClosed ? waiting.shift() : undefined;
    if (!first) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const one = { owner: first.owner, ended: promise };
    running.add(one);
    first
      .work()
      .catch((error: unknown) => log.error({ err: error }, 'a simulation could not be written'))
      .finally(() => {
        running.delete(one);
        resolve();
        next();
      });
  }

  return {
    countOf: (owner) => [...waiting, ...running].filter((one) => one.owner === owner).length,
    add(owner, work) {
      waiting.push({ owner, work });
      next();
    },
    async close() {
      isClosed = true;
      waiting = [];
      const deadline = new Promise((resolve) => setTimeout(resolve, longestFarewellMs).unref());
      await Promise.race([Promise.all([...running].map(({ ended }) => ended)), deadline]);
    },
  };
}
