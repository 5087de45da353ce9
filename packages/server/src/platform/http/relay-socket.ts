import type { ServerSocket, SocketData } from './web-sockets.ts';

/** A client that does not read is not waited for. */
const maxUnsentBytes = 1024 * 1024;
/** Codes that say how a socket ended, and cannot be sent. */
const unsentCodes = new Set([1004, 1005, 1006, 1015]);
const noStatus = 1005;

/** Connects a client's socket with one to the process that serves it, to the pings and the way in which each ends. */
export function relaySocket(client: ServerSocket, far: ServerSocket): void {
  for (const socket of [client, far]) socket.on('error', () => {});
  lead(client, far);
  lead(far, client);
  far.resume();
}

function lead(from: ServerSocket, to: ServerSocket): void {
  const isOpen = () => to.readyState === to.OPEN;
  from.on('message', (data: SocketData, isBinary: boolean) => {
    if (!isOpen()) return;
    if (to.bufferedAmount > maxUnsentBytes) to.terminate();
    else to.send(data as Buffer, { binary: isBinary }, () => {});
  });
  from.on('ping', (data: Buffer) => {
    if (isOpen()) to.ping(data, undefined, () => {});
  });
  from.on('pong', (data: Buffer) => {
    if (isOpen()) to.pong(data, undefined, () => {});
  });
  from.once('close', (code: number, reason: Buffer) => {
    if (code === noStatus) to.close();
    else if (unsentCodes.has(code)) to.terminate();
    else to.close(code, reason);
  });
}
