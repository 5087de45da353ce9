import { Socket } from 'node:dgram';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { WebSocket } from 'ws';
import { latenessOf } from './frame-lateness.ts';

/**
 * Loaded into the media process by `--import`: notes when each frame of sound is sent, and writes how late they were to
 * the file that the address of this module names. The callers run on the same cores, so that what comes late at them need
 * not have left late.
 */
const path = new URL(import.meta.url).searchParams.get('to') ?? '';
const { WebSocket: Sockets } = createRequire(new URL('../packages/server/package.json', import.meta.url))(
  'ws',
) as { WebSocket: typeof WebSocket };
const sent = new Map<object, number[]>();

function note(socket: object): void {
  const moments = sent.get(socket) ?? [];
  if (moments.length === 0) sent.set(socket, moments);
  moments.push(performance.now());
}

type Sending = (this: object, data: unknown, ...rest: unknown[]) => unknown;

function watch(prototype: { send: Sending }, isSound: (data: unknown) => boolean): void {
  const { send } = prototype;
  prototype.send = function (data, ...rest) {
    if (isSound(data)) note(this);
    return send.call(this, data, ...rest);
  };
}

const isReport = (type: number) => type >= 200 && type <= 207;
watch(Sockets.prototype as unknown as { send: Sending }, (data) =>
  typeof data === 'string' ? data.includes('"event":"media"') : true,
);
watch(Socket.prototype as unknown as { send: Sending }, (data) => !isReport((data as Uint8Array)[1] ?? 0));
process.on('exit', () => writeFileSync(path, JSON.stringify(latenessOf([...sent.values()]))));
