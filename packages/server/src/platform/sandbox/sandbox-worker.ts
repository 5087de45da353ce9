import { parentPort, workerData } from 'node:worker_threads';
import { createLibraryReader, type LibraryChannelEnd } from './library-channel.ts';
import { createMachine, type MachineParts } from './machine.ts';
import { type MachineRun, runInMachine } from './run-in-machine.ts';
import type { AnswerCommand, RunCommand, RunReport } from './sandbox-message.ts';

/** What every worker is started with. */
export interface SandboxWorkerData {
  parts: MachineParts;
  memoryBytes: number;
}

const { parts, memoryBytes, libraries }: SandboxWorkerData & { libraries: LibraryChannelEnd } = workerData;
const library = createLibraryReader(libraries);

// A fresh machine is prepared in advance, so that a call does not pay for building it.
let nextMachine = createMachine(parts, memoryBytes);
let current: { id: number; run: MachineRun } | undefined;

parentPort?.on('message', (command: RunCommand | AnswerCommand) => {
  if (command.type === 'run') void start(command);
  else if (current?.id === command.run) answer(current.run, command);
});

async function start(command: RunCommand): Promise<void> {
  const machine = await nextMachine;
  const { run: id } = command;
  const run = runInMachine(machine, command, {
    library,
    onAsk: (call, kind, question, body) =>
      report({ type: 'ask', run: id, call, kind, question, ...encoded(body) }),
    onForget: (call) => report({ type: 'forget', run: id, call }),
    onWait: (isWaiting) => report({ type: 'wait', run: id, isWaiting }),
    onEnd: (outcome, logs) => {
      current = undefined;
      report({ type: 'end', run: id, outcome, logs });
      nextMachine = createMachine(parts, memoryBytes);
    },
  });
  current = { id, run };
}

function answer(run: MachineRun, { call, isAnswered, text, body }: AnswerCommand): void {
  run.answer(call, isAnswered, text, body === undefined ? undefined : Buffer.from(body, 'base64'));
}

function encoded(body: Uint8Array | undefined): { body?: string } {
  return body ? { body: Buffer.from(body.buffer, body.byteOffset, body.length).toString('base64') } : {};
}

function report(message: RunReport): void {
  parentPort?.postMessage(message);
}
