import { parentPort, workerData } from 'node:worker_threads';
import { WebSocket } from 'ws';

/** A page in a thread of its own, whose microphone is silent: it counts the frames of sound that it gets. */
const socket = new WebSocket(String(workerData));
const counted = new Int32Array(new SharedArrayBuffer(4));
const silence = Buffer.alloc(640);
socket.once('open', () => {
  const timer = setInterval(() => socket.send(silence), 20);
  socket.once('close', () => clearInterval(timer));
});
socket.on('message', (_data: Buffer, isBinary) => {
  if (isBinary) Atomics.add(counted, 0, 1);
});
parentPort?.postMessage(counted);
parentPort?.once('message', () => socket.close());
