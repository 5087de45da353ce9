import { Worker } from 'node:worker_threads';

// A module that is loaded before the server: a file with this word ends the process when it is read.
const word = 'DEADLY';
const post = Worker.prototype.postMessage;

Worker.prototype.postMessage = function send(this: Worker, message: unknown, ...rest: never[]): void {
  const { bytes } = (message ?? {}) as { bytes?: Uint8Array };
  if (bytes && Buffer.from(bytes).includes(word)) process.kill(process.pid, 'SIGKILL');
  post.call(this, message, ...rest);
};

// It waits until the server has been up for minutes: here, fifty times as fast.
const now = performance.now.bind(performance);
performance.now = () => now() * 50;
