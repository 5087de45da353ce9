import { Worker } from 'node:worker_threads';

// A module that is loaded before the server: a file with this word ends the process when it is read.
const word = 'DEADLY';
const post = Worker.prototype.postMessage;

Worker.prototype.postMessage = function send(this: Worker, message: unknown, ...rest: never[]): void {
  const { bytes } = (message ?? {}) as { bytes?: Uint8Array };
  if (bytes && Buffer.from(bytes).includes(word)) process.kill(process.pid, 'SIGKILL');
  post.call(this, message, ...rest);
};
