import { connect, createServer, type Server, type Socket } from 'node:net';

/** A door before another server: it passes everything on, or nothing, or cuts what is open. */
export class LineGate {
  #target: URL;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;

  constructor(target: string) {
    this.#target = new URL(target);
  }

  /** The address of the target through the gate. */
  get url(): string {
    const url = new URL(this.#target);
    url.hostname = '127.0.0.1';
    url.port = String(this.#port);
    return url.href;
  }

  /** From now on lines lead to another server, as when a name is given to it; those that are open end. */
  leadTo(target: string): void {
    this.#target = new URL(target);
    this.cut();
  }

  async open(): Promise<this> {
    this.#server = createServer((inner) => this.#join(inner));
    await new Promise<void>((resolve) => this.#server?.listen(this.#port, '127.0.0.1', resolve));
    const address = this.#server.address();
    if (typeof address === 'object' && address) this.#port = address.port;
    return this;
  }

  /** Lines stay open, and nothing comes through; only cutting ends that. */
  freeze(): void {
    for (const socket of this.#sockets) socket.unpipe().pause();
  }

  /** Every line that is open ends; new ones are welcome. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
  }

  /** As if nobody was there. */
  async shut(): Promise<void> {
    const closed = new Promise((resolve) => this.#server?.close(resolve));
    this.cut();
    await closed;
  }

  #join(inner: Socket): void {
    const outer = connect(Number(this.#target.port), this.#target.hostname);
    for (const [from, to] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      this.#sockets.add(from);
      from
        .on('error', () => {})
        .on('close', () => {
          this.#sockets.delete(from);
          to.destroy();
        });
      from.pipe(to);
    }
  }
}
