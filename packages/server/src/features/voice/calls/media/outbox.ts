import type { LinkMessage } from './call-link.ts';
import type { LinkBatch } from './media-message.ts';

/** Somebody waits for these: a turn of the event loop that sends the frames of many calls takes milliseconds. */
const urgent = new Set<LinkMessage['kind']>(['ask', 'stream', 'value']);

/**
 * Collects what calls send within one turn of the event loop into one message: the channel costs by the message. What
 * somebody waits for leaves as soon as the work in hand is done, with everything before it.
 */
export class Outbox {
  readonly #send: (batch: LinkBatch) => void;
  #items: (readonly [number, LinkMessage])[] = [];
  #isDue = false;

  constructor(send: (batch: LinkBatch) => void) {
    this.#send = send;
  }

  add(call: number, message: LinkMessage): void {
    this.#items.push([call, message]);
    if (urgent.has(message.kind)) queueMicrotask(() => this.flush());
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
