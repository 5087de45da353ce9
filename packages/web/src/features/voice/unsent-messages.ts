/** Ten seconds of the microphone. */
const mostFrames = 500;

/** Messages queued in order while disconnected, so that none is lost. */
export class UnsentMessages {
  #messages: (string | Int16Array<ArrayBuffer>)[] = [];
  #frames = 0;

  addFrame(samples: Int16Array<ArrayBuffer>): void {
    this.#messages.push(samples);
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

  take(): (string | Int16Array<ArrayBuffer>)[] {
    const messages = this.#messages;
    this.#messages = [];
    this.#frames = 0;
    return messages;
  }
}
