import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import type { ServerSocket } from './web-sockets.ts';

/** The connection beneath a WebSocket, and the server that has accepted it. */
interface Connected {
  _socket: (Socket & { server?: unknown; encrypted?: boolean; _handle?: { readStop(): void } }) | null;
}

/** Whether another process can take a WebSocket over: its connection is plain TCP. */
export function canGive(socket: ServerSocket): boolean {
  const { _socket: raw } = socket as unknown as Connected;
  return raw !== null && raw.encrypted !== true && typeof raw.remotePort === 'number';
}

/** Gives the connection of a WebSocket, whose handshake was answered in this turn, to another process. */
export function giveSocket(
  child: ChildProcess,
  socket: ServerSocket,
  message: (head: Buffer) => object,
): void {
  const { _socket: raw } = socket as unknown as Connected;
  if (!raw) return;
  for (const event of ['data', 'end', 'close', 'error', 'drain']) raw.removeAllListeners(event);
  raw.on('error', () => {});
  // What this process still reads would be lost.
  raw._handle?.readStop();
  raw.pause();
  const head = (raw.read() as Buffer | null) ?? Buffer.alloc(0);
  // The HTTP server would wait for the other process before it closes.
  raw.server = null;
  child.send(message(head), raw, () => raw.destroy());
}
