import { JSException, type JSValueHandle } from 'quickjs-wasi';
import type { Machine } from './machine.ts';
import { startBudget } from './run-budget.ts';
import { createRunLogs } from './run-logs.ts';
import { outcomeOfReport, outOfMemory, refused, thrown } from './run-outcome.ts';
import type { RunCommand, RunLog, RunOutcome } from './sandbox-message.ts';

const maxOpenCalls = 100;
const longestTimerMs = 2 ** 31 - 1;

/** A run in progress: `answer` settles one of its requests. */
export interface MachineRun {
  answer(call: number, isAnswered: boolean, text: string): void;
}

/** The messages of a run to the worker: requests to answer, and once, its end. */
interface RunListener {
  onAsk(call: number, question: string): void;
  onEnd(outcome: RunOutcome, logs: RunLog[]): void;
}

/** Runs one command in a fresh machine, which is discarded at the end, and reports to `listener`. */
export function runInMachine(machine: Machine, command: RunCommand, listener: RunListener): MachineRun {
  const { vm, guest, memoryBytes } = machine;
  const budget = startBudget(command.cpuMs, command.wallMs, () => end(budget.outcome()));
  const logs = createRunLogs();
  const timers = new Map<number, NodeJS.Timeout>();
  const openCalls = new Set<number>();
  let lastCall = 0;
  let reported: RunOutcome | undefined;
  let isEnded = false;

  machine.attach({ isOver: budget.isOver, report });
  enter(() => {
    if (command.hasFetch) callGuest(guest.allowFetch);
    callGuest(guest.install, vm.newString(command.variables));
    callGuest(guest.start, vm.evalCode(`(async function () {${command.code}\n})`, 'code'));
  });
  return { answer };

  function callGuest(callee: JSValueHandle, ...values: JSValueHandle[]): void {
    vm.callFunction(callee, vm.undefined, ...values).dispose();
  }

  // Every entry into the machine: afterwards the code has ended, or waits for a request or a timer.
  function enter(step: () => void): void {
    try {
      step();
      vm.executePendingJobs();
    } catch (error) {
      end(reported ?? outcomeOf(error));
      return;
    }
    if (reported) end(reported);
    else if (openCalls.size === 0) end(refused('The code waits for a promise that nothing can settle.'));
  }

  function answer(call: number, isAnswered: boolean, text: string): void {
    if (isEnded || !openCalls.delete(call)) return;
    timers.delete(call);
    enter(() =>
      callGuest(guest.settle, vm.newNumber(call), isAnswered ? vm.true : vm.false, vm.newString(text)),
    );
  }

  function report(word: string, text: string): number {
    if (word === 'fetch' || word === 'sleep') return open(word, text);
    logs.add(word, text);
    reported ??= outcomeOfReport(word, text, memoryBytes);
    return 0;
  }

  function open(word: 'fetch' | 'sleep', text: string): number {
    if (openCalls.size >= maxOpenCalls) return -1;
    lastCall += 1;
    const call = lastCall;
    openCalls.add(call);
    if (word === 'fetch') listener.onAsk(call, text);
    else timers.set(call, setTimeout(answer, Math.min(Number(text), longestTimerMs), call, true, 'null'));
    return call;
  }

  function outcomeOf(error: unknown): RunOutcome {
    if (budget.isOver()) return budget.outcome();
    if (error instanceof JSException)
      return outcomeOfReport('thrown', describe(error), memoryBytes) ?? thrown('');
    const message = error instanceof Error ? error.message : String(error);
    return message.includes('out of memory') || message.includes('malloc failed')
      ? outOfMemory(memoryBytes)
      : thrown(`The engine stopped the code: ${message}`);
  }

  function describe(error: JSException): string {
    return vm.callFunction(guest.describe, vm.undefined, error.handle).toString();
  }

  function end(outcome: RunOutcome): void {
    if (isEnded) return;
    isEnded = true;
    budget.stop();
    for (const timer of timers.values()) clearTimeout(timer);
    listener.onEnd(outcome, logs.lines);
    vm.dispose();
  }
}
