import type { Socket } from 'node:net';

const version = 5;
const withPassword = 2;
const noMethod = 0xff;
const connectCommand = 1;
const [addressV4, addressName, addressV6] = [1, 3, 4];
const [succeeded, generalFailure, notAllowed] = [0, 1, 2];
/** The address that an answer names; it is not used. */
const anyAddress = [addressV4, 0, 0, 0, 0, 0, 0];

function textOfV6(bytes: Buffer): string {
  const groups = Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(index * 2).toString(16));
  return groups.join(':');
}

/** The side of a server in the opening of SOCKS5 (RFC 1928, RFC 1929): a password is asked for, and a connection. */
export class SocksHandshake {
  readonly #socket: Socket;
  #isAnswered = false;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** What the other side wants to be connected to. Rejects when it does not know the password, or says anything else. */
  async readTarget(
    isKnown: (user: Buffer, password: Buffer) => boolean,
  ): Promise<{ host: string; port: number }> {
    const methods = await this.#read((await this.#opening(version))[0] ?? 0);
    if (!methods.includes(withPassword)) this.#fail(version, noMethod);
    this.#socket.write(Uint8Array.of(version, withPassword));
    const [length = 0] = await this.#opening(1);
    const user = await this.#read(length);
    const [secretLength = 0] = await this.#read(1);
    if (!isKnown(user, await this.#read(secretLength))) this.#fail(1, 1);
    this.#socket.write(Uint8Array.of(1, 0));
    const [command] = await this.#opening(version);
    const [, kind = 0] = await this.#read(2);
    if (command !== connectCommand) throw new Error('Only connections are made.');
    const host = await this.#host(kind);
    return { host, port: (await this.#read(2)).readUInt16BE() };
  }

  accept(): void {
    this.#answer(succeeded);
  }

  refuse(isForbidden: boolean): void {
    if (!this.#isAnswered && !this.#socket.destroyed) this.#answer(isForbidden ? notAllowed : generalFailure);
    this.#socket.end();
  }

  async #host(kind: number): Promise<string> {
    if (kind === addressV4) return (await this.#read(4)).join('.');
    if (kind === addressV6) return textOfV6(await this.#read(16));
    if (kind !== addressName) throw new Error('There is no such kind of address.');
    const [length = 0] = await this.#read(1);
    return (await this.#read(length)).toString('latin1');
  }

  /** The byte after a version that has to be the expected one. */
  async #opening(expected: number): Promise<Buffer> {
    const [given = 0] = await this.#read(1);
    if (given !== expected) throw new Error('That is another protocol.');
    return this.#read(1);
  }

  /** Exactly so many bytes: what follows them stays in the socket. */
  async #read(count: number): Promise<Buffer> {
    if (count === 0) return Buffer.alloc(0);
    for (;;) {
      const bytes: Buffer | null = this.#socket.read(count);
      if (bytes?.length === count) return bytes;
      if (bytes || this.#socket.readableEnded || this.#socket.destroyed)
        throw new Error('The other side left.');
      const waited = Promise.withResolvers<void>();
      const settle = () => waited.resolve();
      for (const event of ['readable', 'end', 'close']) this.#socket.once(event, settle);
      await waited.promise;
      for (const event of ['readable', 'end', 'close']) this.#socket.off(event, settle);
    }
  }

  #fail(...bytes: number[]): never {
    this.#isAnswered = true;
    this.#socket.end(Uint8Array.from(bytes));
    throw new Error('The other side is not known.');
  }

  #answer(code: number): void {
    this.#isAnswered = true;
    this.#socket.write(Uint8Array.of(version, code, 0, ...anyAddress));
  }
}
