import type { Logger } from 'pino';

/** Runs under way at a time; the others wait for their turn. */
const concurrency = 4;
const longestFarewellMs = 3000;

interface Work {
  owner: string;
  work: () => Promise<void>;
}

/** Work in line. */
interface RunQueue {
  /** The waiting and running work of an owner. */
  countOf(owner: string): number;
  /** What of an owner runs. */
  runningOf(owner: string): number;
  add(owner: string, work: () => Promise<void>): void;
  /** Begins nothing more; resolves when the work in progress is over, or takes too long. */
  close(): Promise<void>;
}

/**
 * Works in line, and of one owner no more at a time than `mostOf` says (0: any number), so that nobody's line holds up
 * another's. A failure harms none but itself.
 */
export function createRunQueue(log: Logger, mostOf: (owner: string) => Promise<number>): RunQueue {
  let waiting: Work[] = [];
  const running = new Set<{ owner: string; ended: Promise<void> }>();
  let isClosed = false;

  const runningOf = (owner: string) => [...running].filter((one) => one.owner === owner).length;

  async function next(): Promise<void> {
    for (const owner of new Set(waiting.map((one) => one.owner))) {
      const most = (await mostOf(owner)) || concurrency;
      // From here to the beginning nobody else has a turn.
      while (!isClosed && running.size < concurrency && runningOf(owner) < most) {
        const at = waiting.findIndex((one) => one.owner === owner);
        const [first] = at < 0 ? [] : waiting.splice(at, 1);
        if (!first) break;
        begin(first);
      }
    }
  }

  function begin({ owner, work }: Work): void {
    const { promise, resolve } = Promise.withResolvers<void>();
    const one = { owner, ended: promise };
    running.add(one);
    work()
      .catch((error: unknown) => log.error({ err: error }, 'a simulation could not be written'))
      .finally(() => {
        running.delete(one);
        resolve();
        goOn();
      });
  }

  function goOn(): void {
    next().catch((error: unknown) => log.error({ err: error }, 'the next simulation could not begin'));
  }

  return {
    countOf: (owner) => [...waiting, ...running].filter((one) => one.owner === owner).length,
    runningOf,
    add(owner, work) {
      waiting.push({ owner, work });
      goOn();
    },
    async close() {
      isClosed = true;
      waiting = [];
      const deadline = new Promise((resolve) => setTimeout(resolve, longestFarewellMs).unref());
      await Promise.race([Promise.all([...running].map(({ ended }) => ended)), deadline]);
    },
  };
}
