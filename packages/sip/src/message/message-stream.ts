import { endOfHead, maxMessageBytes, parseMessage } from './parse-message.ts';
import type { SipMessage } from './sip-message.ts';

interface StreamEvents {
  onMessage(message: SipMessage): void;
  /** Two empty lines: the other side asks whether the connection still works. */
  onPing(): void;
  /** What comes is no SIP: the connection has to be closed. */
  onBroken(): void;
}

const doubleBreak = '\r\n\r\n';

/** Cuts the bytes of a connection into messages, by their Content-Length. */
export class MessageStream {
  #buffer = new Uint8Array(2048);
  /** What of the buffer has come and was not read. */
  #bytes = this.#buffer.subarray(0, 0);
  /** Up to here there is no end of a head: a slow sender is not read again from the start. */
  #searched = 0;
  #isBroken = false;
  readonly #events: StreamEvents;

  constructor(events: StreamEvents) {
    this.#events = events;
  }

  push(chunk: Uint8Array): void {
    if (this.#isBroken) return;
    this.#append(chunk);
    while (!this.#isBroken && this.#next());
    if (this.#bytes.length > maxMessageBytes) this.#break();
  }

  /** Room is doubled, so that a message in many small pieces is not copied for each of them. */
  #append(chunk: Uint8Array): void {
    const length = this.#bytes.length + chunk.length;
    const start = this.#bytes.byteOffset - this.#buffer.byteOffset;
    if (start + length > this.#buffer.length) {
      const room = length > this.#buffer.length / 2 ? new Uint8Array(2 * length) : this.#buffer;
      room.set(this.#bytes);
      this.#buffer = room;
      this.#bytes = room.subarray(0, this.#bytes.length);
    }
    const from = this.#bytes.byteOffset - this.#buffer.byteOffset;
    this.#buffer.set(chunk, from + this.#bytes.length);
    this.#bytes = this.#buffer.subarray(from, from + length);
  }

  #next(): boolean {
    this.#skipBreaks();
    if (this.#bytes.length === 0) return false;
    const end = endOfHead(this.#bytes, this.#searched);
    if (end === undefined) {
      this.#searched = Math.max(0, this.#bytes.length - 4);
      return false;
    }
    const length = statedLength(this.#bytes.subarray(0, end));
    if (length === undefined || end + length > maxMessageBytes) return this.#break();
    if (this.#bytes.length < end + length) return false;
    const message = parseMessage(this.#bytes.subarray(0, end + length));
    this.#drop(end + length);
    if (!message) return this.#break();
    this.#events.onMessage(message);
    return true;
  }

  #skipBreaks(): void {
    while (this.#bytes[0] === 13 && this.#bytes[1] === 10) {
      const start = Buffer.from(this.#bytes.subarray(0, 4)).toString('latin1');
      const isPing = start === doubleBreak;
      // Half of it may be all that has come yet.
      if (!isPing && doubleBreak.startsWith(start)) return;
      if (isPing) this.#events.onPing();
      this.#drop(isPing ? 4 : 2);
    }
  }

  #drop(count: number): void {
    this.#bytes = this.#bytes.subarray(count);
    this.#searched = 0;
  }

  #break(): false {
    this.#isBroken = true;
    this.#bytes = this.#buffer.subarray(0, 0);
    this.#events.onBroken();
    return false;
  }
}

/** On a stream nothing else says where a message ends. */
function statedLength(head: Uint8Array): number | undefined {
  const found = /\r\n(?:content-length|l)[ \t]*:[ \t]*(\d{1,6})[ \t]*\r\n/i.exec(
    Buffer.from(head).toString('latin1'),
  );
  return found?.[1] === undefined ? undefined : Number(found[1]);
}
