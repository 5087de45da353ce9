import { finishedLength, spokenText } from './finished-sentences.ts';

/** What a screen reader is told of the answer that grows: one finished sentence after the other, and at its end the rest. */
export class SpokenAnswer {
  #id = '';
  #length = 0;

  /** What is to be said now instead of what was said before; undefined when that stays. */
  next(id: string, text: string, isRunning: boolean): string | undefined {
    const isOther = this.#id !== id;
    if (isOther) {
      this.#id = id;
      // An answer that was there when the page came is not read out.
      this.#length = isRunning ? 0 : text.length;
    }
    const end = isRunning ? finishedLength(text) : text.length;
    if (end <= this.#length) return isOther ? '' : undefined;
    const words = spokenText(text.slice(this.#length, end));
    this.#length = end;
    return words;
  }
}
