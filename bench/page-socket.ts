import { connect, type Socket } from 'node:net';

const [text, binary] = [1, 2];
const headEnd = Buffer.from('\r\n\r\n');
const streamMark = '"event":"media"';

/** A whole message of a client. Its mask changes nothing, so that one can be sent again and again. */
export function clientMessage(data: string | Uint8Array): Buffer {
  const body = Buffer.from(data);
  const length = body.length < 126 ? [0x80 | body.length] : [0x80 | 126, body.length >> 8, body.length & 255];
  const opcode = typeof data === 'string' ? text : binary;
  return Buffer.concat([Buffer.from([0x80 | opcode, ...length, 0, 0, 0, 0]), body]);
}

/**
 * The socket of a page, which notes when each frame of sound comes. The callers share the machine with what is measured:
 * this takes a fraction of what a whole WebSocket does.
 */
export class PageSocket {
  readonly arrivals: number[] = [];
  readonly #socket: Socket;
  readonly #onSound: (at: number) => void;
  #isOpen = false;
  #onOpen = () => {};
  #rest: Buffer = Buffer.alloc(0);

  constructor(port: number, onSound: (at: number) => void = () => {}) {
    this.#onSound = onSound;
    this.#socket = connect(port, '127.0.0.1');
    this.#socket.setNoDelay(true);
    this.#socket.on('error', () => {});
    this.#socket.on('data', (bytes: Buffer) => this.#take(bytes));
    this.#socket.write(
      `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
  }

  whenOpen(act: () => void): void {
    this.#onOpen = act;
  }

  send(message: Buffer): void {
    if (this.#isOpen) this.#socket.write(message);
  }

  close(): void {
    this.#socket.end(Buffer.from([0x88, 0x80, 0, 0, 0, 0]));
  }

  #take(bytes: Buffer): void {
    let left = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    if (!this.#isOpen) {
      const at = left.indexOf(headEnd);
      this.#isOpen = at >= 0;
      left = left.subarray(at >= 0 ? at + headEnd.length : 0);
      if (this.#isOpen) this.#onOpen();
    }
    const now = performance.now();
    for (let size = this.#isOpen ? sizeOf(left) : undefined; size !== undefined; size = sizeOf(left)) {
      if (isSound(left.subarray(0, size))) {
        this.arrivals.push(now);
        this.#onSound(now);
      }
      left = left.subarray(size);
    }
    this.#rest = left;
  }
}

/** The bytes of the first message; undefined while it is not whole. A server masks nothing. */
function sizeOf(bytes: Buffer): number | undefined {
  if (bytes.length < 4) return undefined;
  const short = (bytes[1] ?? 0) & 127;
  const size = short < 126 ? 2 + short : 4 + bytes.readUInt16BE(2);
  return bytes.length >= size ? size : undefined;
}

function isSound(message: Buffer): boolean {
  const opcode = (message[0] ?? 0) & 15;
  return opcode === binary || (opcode === text && message.includes(streamMark));
}
