import type { Worker } from 'node:cluster';
import type { Logger } from 'pino';

interface ChildProcessesParts {
  count: number;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Starts one more child. */
  fork(): Worker;
  /** Called when the last child has ended after a stop, or none can be started, with the exit code of this process. */
  onEnd(code: number): void;
  /** The wait before a child that has died is started again: doubled each time, until one lives for `steadyMs`. */
  firstRetryMs?: number;
  steadyMs?: number;
}

interface Child {
  worker: Worker;
  startedAt: number;
  hasServed: boolean;
  /** It was asked to stop: another takes its place, or none. */
  isLeaving: boolean;
}

const longestRetryMs = 30_000;

/**
 * The processes that serve one address, as their parent sees them. The first one starts alone: it prepares home and
 * database, and whatever keeps it from starting is said once. Children that die are started again.
 */
export class ChildProcesses {
  readonly #parts: Required<ChildProcessesParts>;
  readonly #children = new Set<Child>();
  #failures = 0;
  #isStopping = false;
  #replacing: Promise<void> | undefined;

  constructor(parts: ChildProcessesParts) {
    this.#parts = { firstRetryMs: 1000, steadyMs: 60_000, ...parts };
  }

  async start(): Promise<void> {
    if (!(await this.#startOne())) return this.#parts.onEnd(1);
    for (let index = 1; index < this.#parts.count && !this.#isStopping; index += 1)
      if (!(await this.#startOne())) this.#retry();
  }

  /** Passes a signal on; a second one ends the children at once, as they do by themselves. */
  stop(signal: NodeJS.Signals): void {
    this.#isStopping = true;
    for (const { worker } of this.#children) worker.process.kill(signal);
    this.#endIfAlone();
  }

  /** Replaces the children one by one: each stops when its successor serves. */
  replaceAll(): Promise<void> {
    this.#replacing ??= this.#replaceAll().finally(() => {
      this.#replacing = undefined;
    });
    return this.#replacing;
  }

  async #replaceAll(): Promise<void> {
    const { log } = this.#parts;
    log.info({ count: this.#children.size }, 'the processes are replaced one by one');
    for (const old of [...this.#children].filter(({ isLeaving }) => !isLeaving)) {
      if (this.#isStopping) return;
      if (!(await this.#startOne())) {
        log.error('a new process does not start: the others stay as they are');
        return;
      }
      old.isLeaving = true;
      old.worker.process.kill('SIGTERM');
    }
    log.info('the processes were replaced');
  }

  /** Resolves when a new child serves; false when it ended instead. */
  #startOne(): Promise<boolean> {
    const worker = this.#parts.fork();
    const child: Child = { worker, startedAt: performance.now(), hasServed: false, isLeaving: false };
    this.#children.add(child);
    return new Promise((resolve) => {
      worker.once('listening', () => {
        child.hasServed = true;
        resolve(true);
      });
      worker.once('exit', (code, signal) => {
        this.#children.delete(child);
        resolve(false);
        if (child.hasServed) this.#ended(child, signal ?? code);
        this.#endIfAlone();
      });
    });
  }

  #ended({ worker, startedAt, isLeaving }: Child, cause: number | string): void {
    if (this.#isStopping || isLeaving) return;
    const { log, steadyMs } = this.#parts;
    log.error({ child: worker.process.pid, cause }, 'a process has died and is started again');
    if (performance.now() - startedAt >= steadyMs) this.#failures = 0;
    this.#retry();
  }

  #retry(): void {
    const waitMs = Math.min(longestRetryMs, this.#parts.firstRetryMs * 2 ** this.#failures);
    this.#failures += 1;
    setTimeout(() => {
      if (this.#isStopping) return;
      void this.#startOne().then((isUp) => {
        if (!isUp) this.#retry();
      });
    }, waitMs);
  }

  #endIfAlone(): void {
    if (this.#isStopping && this.#children.size === 0) this.#parts.onEnd(0);
  }
}
