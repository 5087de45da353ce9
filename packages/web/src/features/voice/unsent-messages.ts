/** Sound as it is sent, with its number or without. */
export type CallFrame = Int16Array<ArrayBuffer> | Uint8Array<ArrayBuffer>;

/** Ten seconds of the microphone. */
const mostFrames = 500;

/** Messages queued in order while disconnected, so that none is lost. */
export class UnsentMessages {
  #messages: (string | CallFrame)[] = [];
  #frames = 0;

  addFrame(frame: CallFrame): void {
    this.#messages.push(frame);
    this.#frames += 1;
    if (this.#frames <= mostFrames) return;
    this.#messages.splice(
      this.#messages.findIndex((message) => typeof message !== 'string'),
      1,
    );
    this.#frames -= 1;
  }

  addCommand(text: string): void {
    this.#messages.push(text);
  }

  take(): (string | CallFrame)[] {
    const messages = this.#messages;
    this.#messages = [];
    this.#frames = 0;
    return messages;
  }
}
