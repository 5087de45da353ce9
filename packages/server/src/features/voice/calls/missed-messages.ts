import type { CallNotice } from '@tendril/contract/voice/call-socket';

/** More than ten seconds of sound and events. */
const mostMissed = 2000;

/** What a page was to be sent while its socket was gone; the oldest goes first when there is too much. */
export class MissedMessages {
  #messages: (CallNotice | Uint8Array)[] = [];

  add(message: CallNotice | Uint8Array): void {
    // What nobody has heard is not heard any more after a clear.
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
