import { parentPort, workerData } from 'node:worker_threads';
import { WebSocket } from 'ws';

/** A media stream of Twilio in a thread of its own, whose caller is silent: it counts the frames of sound that it gets. */
const { url, start } = workerData as { url: string; start: object };
const socket = new WebSocket(url);
const counted = new Int32Array(new SharedArrayBuffer(4));
const payload = Buffer.alloc(160, 0xff).toString('base64');
const send = (message: object) => {
  if (socket.readyState === WebSocket.OPEN)
    socket.send(JSON.stringify({ ...message, streamSid: 'MZthread' }));
};
socket.once('open', () => {
  send({ event: 'connected' });
  send({ event: 'start', start });
  const timer = setInterval(() => send({ event: 'media', media: { track: 'inbound', payload } }), 20);
  socket.once('close', () => clearInterval(timer));
});
socket.on('message', (data: Buffer) => {
  if (data.toString('utf8').includes('"event":"media"')) Atomics.add(counted, 0, 1);
});
parentPort?.postMessage(counted);
parentPort?.once('message', () => socket.close());
