const messagesPerSecond = 200;
const messageBurst = 1000;
/** Sound of a line is 32 kB a second; a page that was asleep sends some seconds at once. */
const bytesPerSecond = 64_000;
const byteBurst = 640_000;

/** Rate limit of one socket: more than any caller needs, and less than would harm the others. */
export class MessageAllowance {
  #messages = messageBurst;
  #bytes = byteBurst;
  #at = performance.now();

  /** Whether a message of this many bytes is still within the limit. */
  take(bytes: number): boolean {
    const now = performance.now();
    const seconds = (now - this.#at) / 1000;
    this.#at = now;
    this.#messages = Math.min(messageBurst, this.#messages + seconds * messagesPerSecond) - 1;
    this.#bytes = Math.min(byteBurst, this.#bytes + seconds * bytesPerSecond) - bytes;
    return this.#messages >= 0 && this.#bytes >= 0;
  }
}
