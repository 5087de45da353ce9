import { parentPort, workerData } from 'node:worker_threads';
import { createMachine, type MachineParts } from './machine.ts';
import { type MachineRun, runInMachine } from './run-in-machine.ts';
import type { AnswerCommand, RunCommand, SandboxReport } from './sandbox-message.ts';

/** What a worker is started with. */
export interface SandboxWorkerData {
  parts: MachineParts;
  memoryBytes: number;
}

const { parts, memoryBytes }: SandboxWorkerData = workerData;

// A fresh machine is prepared in advance, so that a call does not pay for building it.
let nextMachine = createMachine(parts, memoryBytes);
let current: { id: number; run: MachineRun } | undefined;

parentPort?.on('message', (command: RunCommand | AnswerCommand) => {
  if (command.type === 'run') void start(command);
  else if (current?.id === command.run) current.run.answer(command.call, command.isAnswered, command.text);
});

async function start(command: RunCommand): Promise<void> {
  const machine = await nextMachine;
  const run = runInMachine(machine, command, {
    onAsk: (call, question) => report({ type: 'ask', run: command.run, call, question }),
    onEnd: (outcome, logs) => {
      current = undefined;
      report({ type: 'end', run: command.run, outcome, logs });
      nextMachine = createMachine(parts, memoryBytes);
    },
  });
  current = { id: command.run, run };
}

function report(message: SandboxReport): void {
  parentPort?.postMessage(message);
}
