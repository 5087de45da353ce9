import type { LinkMessage } from './call-link.ts';
import type { LinkBatch } from './media-message.ts';

/** Collects what calls send within one turn of the event loop into one message: the channel costs by the message. */
export class Outbox {
  readonly #send: (batch: LinkBatch) => void;
  #items: (readonly [number, LinkMessage])[] = [];
  #isDue = false;

  constructor(send: (batch: LinkBatch) => void) {
    this.#send = send;
  }

  add(call: number, message: LinkMessage): void {
    this.#items.push([call, message]);
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(() => this.flush());
  }

  flush(): void {
    this.#isDue = false;
    if (this.#items.length === 0) return;
    const items = this.#items;
    this.#items = [];
    this.#send({ type: 'batch', items });
  }
}
