import { JSException, type JSValueHandle } from 'quickjs-wasi';
import type { Machine } from './machine.ts';
import { type AskKind, createOpenCalls } from './open-calls.ts';
import { startBudget } from './run-budget.ts';
import { createRunLogs } from './run-logs.ts';
import { outcomeOfReport, outOfMemory, refused, thrown } from './run-outcome.ts';
import type { RunCommand, RunLog, RunOutcome } from './sandbox-message.ts';
import { createWaitNote } from './wait-note.ts';

/** A run in progress: `answer` settles one of its requests. */
export interface MachineRun {
  answer(call: number, isAnswered: boolean, text: string, body: Uint8Array | undefined): void;
}

/** The messages of a run to the worker: requests to answer, and once, its end. */
interface RunListener {
  onAsk(call: number, kind: AskKind, question: string, body: Uint8Array | undefined): void;
  onForget(call: number): void;
  onWait(isWaiting: boolean): void;
  onEnd(outcome: RunOutcome, logs: RunLog[]): void;
  library(name: string): Uint8Array | string;
}

/** Runs one command in a fresh machine, which is discarded at the end, and reports to `listener`. */
export function runInMachine(machine: Machine, command: RunCommand, listener: RunListener): MachineRun {
  const { vm, guest, memoryBytes } = machine;
  const budget = startBudget(command, () => end(budget.outcome()));
  const logs = createRunLogs();
  const waits = createWaitNote(listener.onWait);
  const calls = createOpenCalls({
    onRequest: listener.onAsk,
    onForget: listener.onForget,
    onTimer: (call) => answer(call, true, 'null', undefined),
  });
  let reported: RunOutcome | undefined;
  let isEnded = false;

  machine.attach({ isOver: budget.isOver, report, library: listener.library });
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
    budget.stopWaiting();
    waits.stop();
    try {
      step();
      vm.executePendingJobs();
    } catch (error) {
      end(reported ?? (budget.isOver() ? budget.outcome() : outcomeOfError(error, machine)));
      return;
    }
    if (reported) end(reported);
    else if (calls.size === 0) end(refused('The code waits for a promise that nothing can settle.'));
    else {
      budget.startWaiting();
      waits.start();
    }
  }

  function answer(call: number, isAnswered: boolean, text: string, body: Uint8Array | undefined): void {
    if (isEnded || !calls.close(call)) return;
    const is = isAnswered ? vm.true : vm.false;
    enter(() => {
      const bytes = body ? vm.newArrayBuffer(body) : vm.undefined;
      callGuest(guest.settle, vm.newNumber(call), is, vm.newString(text), bytes);
    });
  }

  function report(word: string, text: string, bytes: Uint8Array | undefined): number {
    if (word === 'fetch' || word === 'socket') return calls.request(word, text, bytes);
    if (word === 'sleep') return calls.sleep(Number(text));
    if (word === 'forget') calls.forget(Number(text));
    logs.add(word, text);
    reported ??= outcomeOfReport(word, text, memoryBytes);
    return 0;
  }

  function end(outcome: RunOutcome): void {
    if (isEnded) return;
    isEnded = true;
    budget.stop();
    waits.stop();
    calls.stopTimers();
    listener.onEnd(outcome, logs.lines);
    vm.dispose();
  }
}

function outcomeOfError(error: unknown, { vm, guest, memoryBytes }: Machine): RunOutcome {
  if (error instanceof JSException) {
    const described = vm.callFunction(guest.describe, vm.undefined, error.handle).toString();
    return outcomeOfReport('thrown', described, memoryBytes) ?? thrown('');
  }
  const message = error instanceof Error ? error.message : String(error);
  return message.includes('out of memory') || message.includes('malloc failed')
    ? outOfMemory(memoryBytes)
    : thrown(`The engine stopped the code: ${message}`);
}
