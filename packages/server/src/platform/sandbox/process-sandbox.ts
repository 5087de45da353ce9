import { AppError } from '@tendril/contract/app-error';
import {
  type Sandbox,
  SandboxError,
  type SandboxRequest,
  type SandboxResult,
} from '@tendril/contract/provider/sandbox';
import { importsAwaited } from './imports-awaited.ts';
import { createLibraryBundles } from './libraries/library-bundles.ts';
import { longestRunMs } from './longest-run.ts';
import { outOfTime } from './run-outcome.ts';
import { type SandboxChild, startSandboxChild } from './sandbox-child.ts';
import type { RunCommand, RunReport, SandboxReport } from './sandbox-message.ts';
import { createSandboxRun, type SandboxRun } from './sandbox-run.ts';
import { writeVariables } from './sandbox-variables.ts';

/** Limits of the sandbox; `answerGraceMs` is how much longer than a run's own limit the process may take to report. */
interface ProcessSandboxOptions {
  cpuMs?: number;
  waitMs?: number;
  memoryBytes?: number;
  idleMs?: number;
  answerGraceMs?: number;
  maxParallel?: number;
  maxOpen?: number;
  maxWaiting?: number;
  libraryFolder?: string;
}

const defaults = {
  cpuMs: 10_000,
  waitMs: 10_000,
  memoryBytes: 64 * 1024 * 1024,
  idleMs: 5 * 60_000,
  answerGraceMs: 5000,
  maxParallel: 8,
  maxOpen: 40,
  maxWaiting: 1000,
} satisfies ProcessSandboxOptions;

type Limits = Required<Omit<ProcessSandboxOptions, 'libraryFolder'>>;

interface RunningRun {
  run: SandboxRun;
  watchdog: NodeJS.Timeout;
  isWaiting: boolean;
}

const longestWaitMs = 5 * 60_000;

/**
 * A sandbox in a process of its own, started by the first run, stopped when idle, replaced when it hangs or crashes.
 */
export class ProcessSandbox implements Sandbox {
  readonly #limits: Limits;
  readonly #readLibrary: ReturnType<typeof createLibraryBundles>;
  readonly #waiting: SandboxRun[] = [];
  readonly #running = new Map<number, RunningRun>();
  #child: SandboxChild | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #lastRun = 0;
  #isClosed = false;

  constructor({ libraryFolder, ...limits }: ProcessSandboxOptions = {}) {
    this.#limits = { ...defaults, ...limits };
    this.#readLibrary = createLibraryBundles(libraryFolder);
  }

  /** The pid; undefined while no process runs. */
  get processId(): number | undefined {
    return this.#child?.processId;
  }

  async run(request: SandboxRequest): Promise<SandboxResult> {
    if (this.#isClosed) throw new AppError('SERVER_DRAINING', 'The server is stopping.');
    if (request.signal?.aborted) throw cancelled();
    if (this.#waiting.length >= this.#limits.maxWaiting) {
      throw new AppError('TOO_MANY_REQUESTS', 'Too many code runs are waiting.');
    }
    const run = createSandboxRun(this.#commandFor(request), request);
    const cancel = () => this.#cancel(run);
    request.signal?.addEventListener('abort', cancel, { once: true });
    this.#waiting.push(run);
    this.#startWaiting();
    try {
      return await run.promise;
    } finally {
      request.signal?.removeEventListener('abort', cancel);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idleTimer);
    const stopping = new AppError('SERVER_DRAINING', 'The server is stopping.');
    for (const run of this.#waiting.splice(0)) run.fail(stopping);
    this.#failRunning(stopping);
    const child = this.#child;
    this.#child = undefined;
    await child?.kill();
  }

  #commandFor(request: SandboxRequest): RunCommand {
    const { waitMs, cpuMs } = this.#limits;
    const { timeoutMs } = request;
    this.#lastRun += 1;
    return {
      type: 'run',
      run: this.#lastRun,
      code: importsAwaited(request.code),
      variables: writeVariables(request.variables),
      hasFetch: request.fetch !== undefined,
      cpuMs,
      waitMs: Math.min(Math.max(request.waitMs ?? waitMs, 0), longestWaitMs),
      ...(timeoutMs !== undefined && { totalMs: Math.max(timeoutMs, 1) }),
    };
  }

  #startWaiting(): void {
    clearTimeout(this.#idleTimer);
    while (this.#hasPlace()) {
      const run = this.#waiting.shift();
      if (!run) break;
      this.#child ??= this.#startChild();
      const longestMs = longestRunMs(run.command) + this.#limits.answerGraceMs;
      const watchdog = setTimeout(() => this.#giveUp(run), longestMs);
      this.#running.set(run.command.run, { run, watchdog, isWaiting: false });
      this.#child.send(run.command);
    }
    if (this.#running.size > 0 || !this.#child) return;
    this.#idleTimer = setTimeout(() => this.#stopIdle(), this.#limits.idleMs).unref();
  }

  // A run that waits for a slow service keeps no other from computing.
  #hasPlace(): boolean {
    const { maxParallel, maxOpen } = this.#limits;
    if (this.#running.size < maxParallel) return true;
    const computing = [...this.#running.values()].filter(({ isWaiting }) => !isWaiting).length;
    return this.#running.size < maxOpen && computing < maxParallel;
  }

  #startChild(): SandboxChild {
    const child = startSandboxChild(this.#limits.memoryBytes, {
      onReport: (report) => this.#child === child && this.#receive(child, report),
      onGone: (errorText) => this.#child === child && this.#loseChild(errorText),
    });
    return child;
  }

  #receive(child: SandboxChild, report: SandboxReport): void {
    if (report.type === 'load') {
      void this.#readLibrary(report.name).then((answer) =>
        child.send({ type: 'library', name: report.name, ...answer }),
      );
      return;
    }
    const known = this.#running.get(report.run);
    if (known) this.#hearOf(known, child, report);
  }

  #hearOf(known: RunningRun, child: SandboxChild, report: RunReport): void {
    switch (report.type) {
      case 'ask':
        void known.run.answer(report).then((answer) => child.send(answer));
        return;
      case 'forget':
        known.run.forget(report.call);
        return;
      case 'wait':
        known.isWaiting = report.isWaiting;
        this.#startWaiting();
        return;
      case 'end':
        clearTimeout(known.watchdog);
        this.#running.delete(report.run);
        known.run.finish(report.outcome, report.logs);
        this.#startWaiting();
    }
  }

  #cancel(run: SandboxRun): void {
    run.fail(cancelled());
    const position = this.#waiting.indexOf(run);
    if (position >= 0) this.#waiting.splice(position, 1);
    else if (this.#running.has(run.command.run)) this.#child?.send({ type: 'stop', run: run.command.run });
  }

  // The process itself hangs: no part of it can be trusted to end the run.
  #giveUp(run: SandboxRun): void {
    run.finish(outOfTime(longestRunMs(run.command), 'total'), []);
    void this.#child?.kill();
    this.#loseChild('');
  }

  // Runs that had begun may already have had an effect: they fail and are not retried.
  #loseChild(errorText: string): void {
    this.#child = undefined;
    this.#failRunning(
      new SandboxError('TOOL_FAILED', 'The sandbox stopped while the code ran.', [], errorText),
    );
    this.#startWaiting();
  }

  #failRunning(error: AppError): void {
    for (const { run, watchdog } of this.#running.values()) {
      clearTimeout(watchdog);
      run.fail(error);
    }
    this.#running.clear();
  }

  #stopIdle(): void {
    const child = this.#child;
    this.#child = undefined;
    void child?.kill();
  }
}

function cancelled(): AppError {
  return new AppError('RUN_CANCELLED', 'The run was stopped.');
}
