import type { Socket } from 'node:net';
import { WebSocket } from 'ws';

/** How the server's end of a socket is made that was upgraded elsewhere; not in the library's types. */
type Upgraded = WebSocket & { setSocket(socket: Socket, head: Buffer, options: object): void };
const Upgraded = WebSocket as unknown as new (
  address: null,
  protocols: undefined,
  options: object,
) => Upgraded;

/** A connection that came from another process. */
export type Connection = Socket;

const overCode = 1000;
/** How long the other side may take to answer a goodbye. */
const farewellMs = 30_000;
/** As for the sockets of the server itself. */
const maxMessageBytes = 64 * 1024;

/** The server's end of a WebSocket whose handshake another process has answered; `head` is what came with it. */
export function receivedSocket(socket: Socket, head: Uint8Array): WebSocket {
  const received = new Upgraded(null, undefined, { autoPong: false, closeTimeout: farewellMs });
  received.setSocket(socket, Buffer.from(head), {
    allowSynchronousEvents: true,
    maxPayload: maxMessageBytes,
    skipUTF8Validation: false,
  });
  return received;
}

/** Closes the socket of a call that is over. */
export function closeAsOver(socket: WebSocket): void {
  socket.on('error', () => {});
  socket.close(overCode, 'The call is over.');
}
