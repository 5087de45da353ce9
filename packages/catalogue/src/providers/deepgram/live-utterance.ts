import { AppError } from '@tendril/contract/app-error';
import type { Utterance } from '@tendril/contract/provider/speech-to-text';
import type { LiveResult } from './live-results.ts';

/** What an utterance sends by. */
export interface LiveWire {
  sendSound(samples: Int16Array): void;
  sendFinalize(): void;
}

/** When nothing was left to finalize the vendor says nothing: after this silence the words are those so far. */
const quietMs = 600;
/** Longest wait for the last words. */
const longestMs = 5000;

/** The words of one utterance, as the socket's results come in. */
export class LiveUtterance implements Utterance {
  readonly #wire: LiveWire;
  readonly #onInterim: (text: string) => void;
  /** Seconds of sound that were sent before. */
  readonly #startsAt: number;
  #finals: string[] = [];
  #interim = '';
  #isFinishing = false;
  #isOver = false;
  readonly #done = Promise.withResolvers<string>();
  #quietTimer: ReturnType<typeof setTimeout> | undefined;
  #lastTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(wire: LiveWire, startsAt: number, onInterim: (text: string) => void) {
    this.#wire = wire;
    this.#startsAt = startsAt;
    this.#onInterim = onInterim;
    // Nobody may be waiting when the line breaks.
    this.#done.promise.catch(() => undefined);
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  push(samples: Int16Array): void {
    if (!this.#isOver && !this.#isFinishing) this.#wire.sendSound(samples);
  }

  finish(): Promise<string> {
    if (!this.#isOver && !this.#isFinishing) {
      this.#isFinishing = true;
      this.#wire.sendFinalize();
      this.#waitForQuiet();
      this.#lastTimer = setTimeout(() => this.#end(), longestMs);
    }
    return this.#done.promise;
  }

  cancel(): void {
    this.#finals = [];
    this.#interim = '';
    this.#end();
  }

  /** A result of the vendor; one that comes late for the utterance before is passed over. */
  take({ text, isFinal, endsAt, isLast }: LiveResult): void {
    if (this.#isOver || endsAt <= this.#startsAt) return;
    if (isFinal) {
      if (text) this.#finals.push(text);
      this.#interim = '';
    } else this.#interim = text;
    if (this.#isFinishing && isLast) this.#end();
    else if (this.#isFinishing) this.#waitForQuiet();
    if (text) this.#onInterim(this.#words());
  }

  /** The line is lost: what was heard counts, and without a word it is a failure. */
  lose(): void {
    if (this.#isOver) return;
    if (this.#words() !== '') this.#end();
    else this.fail(new AppError('PROVIDER_UNAVAILABLE', 'Deepgram closed the connection.'));
  }

  fail(error: unknown): void {
    this.#stop();
    this.#done.reject(error);
  }

  #words(): string {
    return [...this.#finals, this.#interim].filter(Boolean).join(' ');
  }

  #waitForQuiet(): void {
    clearTimeout(this.#quietTimer);
    this.#quietTimer = setTimeout(() => this.#end(), quietMs);
  }

  #end(): void {
    this.#stop();
    this.#done.resolve(this.#words());
  }

  #stop(): void {
    this.#isOver = true;
    clearTimeout(this.#quietTimer);
    clearTimeout(this.#lastTimer);
  }
}
