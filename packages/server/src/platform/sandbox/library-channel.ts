import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads';

/** What the other side answers: bytecode in memory that all threads share, or why there is none. */
export type LibraryAnswer = { bytecode: SharedArrayBuffer } | { problem: string };

/** What a worker needs to ask for libraries while its thread stands still. */
export interface LibraryChannelEnd {
  port: MessagePort;
  signal: Int32Array<SharedArrayBuffer>;
}

const longestWaitMs = 60_000;
// Longer than any that exists: what goes to the server may not be as long as the code likes.
const maxNameCharacters = 100;

/** A channel for one worker: `near` answers its questions, `far` is handed to it. */
export function createLibraryChannel(ask: (name: string) => Promise<LibraryAnswer>): {
  far: LibraryChannelEnd;
  close(): void;
} {
  const { port1: near, port2: port } = new MessageChannel();
  const signal = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  near.on('message', async (name: string) => {
    near.postMessage({ name, ...(await ask(name)) });
    Atomics.add(signal, 0, 1);
    Atomics.notify(signal, 0);
  });
  return { far: { port, signal }, close: () => near.close() };
}

/**
 * Asks for libraries at the worker's end and waits for each without leaving the function: `require` answers at once in
 * the code of users. What was loaded once is kept.
 */
export function createLibraryReader({
  port,
  signal,
}: LibraryChannelEnd): (name: string) => Uint8Array | string {
  const known = new Map<string, Uint8Array>();

  return (name) => {
    const kept = known.get(name);
    if (kept) return kept;
    if (name === '' || name.length > maxNameCharacters) return 'There is no module of that name here.';
    const answer = waitFor(name);
    if ('problem' in answer) return answer.problem;
    const bytecode = new Uint8Array(answer.bytecode);
    known.set(name, bytecode);
    return bytecode;
  };

  function waitFor(name: string): LibraryAnswer {
    const deadline = performance.now() + longestWaitMs;
    let seen = Atomics.load(signal, 0);
    port.postMessage(name);
    for (;;) {
      // An answer that came too late for an earlier question may lie before this one.
      for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) {
        const answer = next.message as LibraryAnswer & { name: string };
        if (answer.name === name) return answer;
      }
      const leftMs = deadline - performance.now();
      if (leftMs <= 0) return { problem: `"${name}" could not be loaded in time.` };
      Atomics.wait(signal, 0, seen, leftMs);
      seen = Atomics.load(signal, 0);
    }
  }
}
