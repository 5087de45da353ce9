import { Worker } from 'node:worker_threads';

/** So many pages in the log are worth a round; more make reading slower. */
const pagesAtOnce = 4000;
/** A log of so many pages, 64 MB, grows no more until the round in progress is over: its thread has not kept up. */
const holdingPages = 16_000;
/** A thread without work is ended. */
const idleMs = 30_000;

interface CheckpointOptions {
  pagesAtOnce?: number;
  idleMs?: number;
}

/**
 * Moves what has been committed from the log of the embedded database into the database, in a thread: it is tens of
 * milliseconds of writing, and two waits for the disk, which would stop everybody. Without it the log would only grow.
 */
export class LogCheckpoints {
  readonly #path: string;
  readonly #pagesAtOnce: number;
  readonly #idleMs: number;
  #thread: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #ending: Promise<void> | undefined;

  constructor(path: string, options: CheckpointOptions = {}) {
    this.#path = path;
    this.#pagesAtOnce = options.pagesAtOnce ?? pagesAtOnce;
    this.#idleMs = options.idleMs ?? idleMs;
  }

  /** Whether there is a thread. */
  get isAwake(): boolean {
    return this.#thread !== undefined;
  }

  /** Settles when the round in progress is over. */
  get running(): Promise<void> | undefined {
    return this.#running;
  }

  /** Who is about to write waits for this, if there is one: the log is starting over, or it is too long. */
  get ending(): Promise<void> | undefined {
    return this.#ending;
  }

  /**
   * Called now and then after a commit, with the pages of the log and with those of them that are in the database
   * already. Begins a round when the others are worth one.
   */
  consider(pages: number, moved = 0): void {
    if (this.#running) {
      if (pages > holdingPages) this.#ending ??= this.#running;
      return;
    }
    if (pages - moved < this.#pagesAtOnce) return;
    // One that fails leaves a longer log, which the next one, or at last a commit, moves.
    this.#running = this.#round()
      .catch(() => this.#end())
      .finally(() => {
        this.#running = undefined;
        this.#ending = undefined;
      });
  }

  async close(): Promise<void> {
    await this.#running;
    await this.#end();
  }

  async #round(): Promise<void> {
    clearTimeout(this.#idle);
    // Most of it beside those who write, then what they have written meanwhile. Only the rest, a few pages, needs that
    // nobody writes: else there would always be more, and the log would never start over.
    await this.#ask('passive');
    await this.#ask('passive');
    const ending = Promise.withResolvers<void>();
    this.#ending = ending.promise;
    try {
      await this.#ask('restart');
    } finally {
      this.#ending = undefined;
      ending.resolve();
    }
    this.#idle = setTimeout(() => void this.#end(), this.#idleMs).unref();
  }

  #ask(mode: 'passive' | 'restart'): Promise<void> {
    const thread = this.#awake();
    return new Promise((resolve, reject) => {
      const settle = (fault: unknown) => {
        thread.off('message', settle).off('error', settle).off('exit', settle);
        if (fault === null) resolve();
        else reject(fault instanceof Error ? fault : new Error(`The thread says: ${fault}`));
      };
      thread.on('message', settle).on('error', settle).on('exit', settle);
      thread.postMessage(mode);
    });
  }

  #awake(): Worker {
    if (!this.#thread) {
      const thread = new Worker(new URL('./checkpoint.worker.ts', import.meta.url), {
        workerData: this.#path,
        resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
      });
      thread.unref();
      thread.on('error', () => {});
      thread.once('exit', () => {
        if (this.#thread === thread) this.#thread = undefined;
      });
      this.#thread = thread;
    }
    return this.#thread;
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle);
    const thread = this.#thread;
    if (!thread) return;
    this.#thread = undefined;
    const gone = new Promise((resolve) => thread.once('exit', resolve));
    // The last one that closes the database empties the log: it must not be this one.
    thread.ref();
    thread.postMessage('close');
    await gone;
  }
}
