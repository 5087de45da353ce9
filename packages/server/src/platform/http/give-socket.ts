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

/**
 * Keeps what comes on a WebSocket whose handshake was answered in this turn, so that another process can read it again;
 * returns a function that stops and gives it. Called once, when more has come than is kept.
 */
export function keepBytes(socket: ServerSocket, mostBytes: number, onFull: () => void): () => Buffer {
  const { _socket: raw } = socket as unknown as Connected;
  const kept: Buffer[] = [];
  let left = mostBytes;
  const keep = (bytes: Buffer) => {
    left -= bytes.length;
    // The socket unmasks what it reads in its place.
    if (left >= 0) kept.push(Buffer.from(bytes));
    else {
      raw?.removeListener('data', keep);
      onFull();
    }
  };
  // Before the socket itself reads them.
  raw?.prependListener('data', keep);
  return () => {
    raw?.removeListener('data', keep);
    return Buffer.concat(kept.splice(0));
  };
}

interface Giving {
  /** What this process has read of it since the handshake. */
  read?: Uint8Array | undefined;
  /** What goes with it; `head` is all that has come on it so far. */
  message(head: Uint8Array): object;
}

/** Gives the connection of a WebSocket to another process; its handshake was answered in this turn, or `read` is all since. */
export function giveSocket(
  child: ChildProcess,
  socket: ServerSocket,
  { read = Buffer.alloc(0), message }: Giving,
): void {
  const { _socket: raw } = socket as unknown as Connected;
  if (!raw) return;
  for (const event of ['data', 'end', 'close', 'error', 'drain']) raw.removeAllListeners(event);
  raw.on('error', () => {});
  // What this process still reads would be lost.
  raw._handle?.readStop();
  raw.pause();
  const rest = (raw.read() as Buffer | null) ?? Buffer.alloc(0);
  // The HTTP server would wait for the other process before it closes.
  raw.server = null;
  child.send(message(Buffer.concat([read, rest])), raw, () => raw.destroy());
}
