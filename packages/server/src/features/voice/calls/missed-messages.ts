import type { CallNotice } from '@tendril/contract/voice/call-socket';

/** More than ten seconds of sound and events. */
const mostMissed = 2000;

/** Messages for a page whose socket is gone; the oldest are dropped when there are too many. */
export class MissedMessages {
  #messages: (CallNotice | Uint8Array)[] = [];

  add(message: CallNotice | Uint8Array): void {
    // Sound that was not played before a clear is never played.
    if ('type' in message && message.type === 'clear')
      this.#messages = this.#messages.filter((one) => !(one instanceof Uint8Array));
    this.#messages.push(message);
    if (this.#messages.length > mostMissed) this.#messages.shift();
  }

  take(): (CallNotice | Uint8Array)[] {
    const messages = this.#messages;
    this.#messages = [];
    return messages;
  }
}
