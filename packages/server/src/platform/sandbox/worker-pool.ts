import { type MessagePort, Worker } from 'node:worker_threads';
import { createLibraryChannel, type LibraryAnswer } from './library-channel.ts';
import { longestRunMs } from './longest-run.ts';
import { outOfMemory, outOfTime, thrown } from './run-outcome.ts';
import type { AnswerCommand, RunCommand, RunLog, RunOutcome, RunReport } from './sandbox-message.ts';
import type { SandboxWorkerData } from './sandbox-worker.ts';

// The worker interrupts its own code at the limit; only code that never polls the clock needs this.
const terminateGraceMs = 1000;
const trimAfterMs = 30_000;

interface Slot {
  worker: Worker;
  closeLibraries(): void;
  run: RunCommand | undefined;
  timer: NodeJS.Timeout | undefined;
}

/** The worker threads of the sandbox process: as many as concurrent runs, kept warm between runs. */
interface WorkerPool {
  start(command: RunCommand): void;
  answer(command: AnswerCommand): void;
  stop(run: number): void;
}

/** Starts the pool with `warmCount` workers; every run reports through `report`, its end exactly once. */
export function createWorkerPool(
  data: SandboxWorkerData,
  warmCount: number,
  report: (message: RunReport) => void,
  findLibrary: (name: string) => Promise<LibraryAnswer>,
): WorkerPool {
  const idle: Slot[] = Array.from({ length: warmCount }, openSlot);
  const busy = new Map<number, Slot>();
  let trimTimer: NodeJS.Timeout | undefined;

  return {
    start(command) {
      clearTimeout(trimTimer);
      // The longest idle one is certain to have its next machine ready.
      const slot = idle.shift() ?? openSlot();
      slot.run = command;
      const longestMs = longestRunMs(command);
      slot.timer = setTimeout(
        () => discard(slot, outOfTime(longestMs, 'total')),
        longestMs + terminateGraceMs,
      );
      busy.set(command.run, slot);
      slot.worker.postMessage(command);
    },
    answer: (command) => busy.get(command.run)?.worker.postMessage(command),
    stop(run) {
      const slot = busy.get(run);
      if (slot) discard(slot, { kind: 'stopped' });
    },
  };

  function openSlot(): Slot {
    const libraries = createLibraryChannel(findLibrary);
    const worker = startWorker({ ...data, libraries: libraries.far }, [libraries.far.port]);
    const slot: Slot = { worker, run: undefined, timer: undefined, closeLibraries: libraries.close };
    worker.on('message', (message: RunReport) => receive(slot, message));
    worker.on('error', (error) => discard(slot, outcomeOfCrash(error, data.memoryBytes)));
    return slot;
  }

  function receive(slot: Slot, message: RunReport): void {
    if (slot.run?.run !== message.run) return;
    if (message.type !== 'end') report(message);
    // After a memory bomb the thread is given back whole, at once.
    else if (message.outcome.kind === 'failed' && message.outcome.reason === 'memory') {
      discard(slot, message.outcome, message.logs);
    } else {
      release(slot);
      idle.push(slot);
      if (busy.size === 0) trimTimer = setTimeout(trim, trimAfterMs);
      report(message);
    }
  }

  function discard(slot: Slot, outcome: RunOutcome, logs: RunLog[] = []): void {
    const run = release(slot);
    const position = idle.indexOf(slot);
    if (position >= 0) idle.splice(position, 1);
    close(slot);
    if (!run) return;
    if (idle.length === 0) idle.push(openSlot());
    report({ type: 'end', run: run.run, outcome, logs });
  }

  // A burst leaves more threads than quiet times need.
  function trim(): void {
    for (const slot of idle.splice(warmCount)) close(slot);
  }

  function close(slot: Slot): void {
    slot.closeLibraries();
    void slot.worker.terminate();
  }

  function release(slot: Slot): RunCommand | undefined {
    const { run } = slot;
    clearTimeout(slot.timer);
    slot.run = undefined;
    if (run) busy.delete(run.run);
    return run;
  }
}

function startWorker(data: object, ports: MessagePort[]): Worker {
  const worker = new Worker(new URL('./sandbox-worker.ts', import.meta.url), {
    workerData: data,
    transferList: ports,
    env: {},
    // What the engine prints must not reach this process's output stream.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 },
  });
  worker.stdout.resume();
  worker.stderr.resume();
  return worker;
}

function outcomeOfCrash(error: Error, memoryBytes: number): RunOutcome {
  const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isMemory ? outOfMemory(memoryBytes) : thrown('The engine stopped while the code ran.');
}
