import { AppError } from '@tendril/contract/app-error';
import type { OnInterim, Utterance } from '@tendril/contract/provider/speech-to-text';
import { UnansweredSound } from '@tendril/contract/provider/unanswered-sound';
import { KeptSound } from './kept-sound.ts';
import type { LiveResult } from './live-protocol.ts';

/** How an utterance sends; nothing is sent while there is no socket. */
export interface LiveWire {
  /** As people know the vendor. */
  readonly vendor: string;
  /** Seconds of sound that its socket was sent. */
  readonly sentSeconds: number;
  /** A vendor that works has sent something by the end of an utterance. */
  readonly hasAnswered: boolean;
  sendSound(samples: Int16Array): void;
  sendFinalize(): void;
}

/** When nothing is left to finalize the vendor sends nothing: after this silence the words so far are final. */
const quietMs = 600;
/** Longest wait for the last words. */
const longestMs = 3500;
/** A vendor that has sent nothing at all by then has accepted the sound and forgotten it. */
const forgottenMs = 2000;
/** How often in a row a socket may be lost before a word is final. */
const mostLosses = 1;

/** The words of one utterance, assembled from the socket's results. */
export class LiveUtterance implements Utterance {
  readonly #wire: LiveWire;
  readonly #onInterim: OnInterim;
  readonly #kept = new KeptSound();
  /** Seconds of sound that were sent before. */
  #startsAt: number;
  #losses = 0;
  #finals: string[] = [];
  #interim = '';
  #isFinishing = false;
  #isOver = false;
  readonly #done = Promise.withResolvers<string>();
  #quietTimer: ReturnType<typeof setTimeout> | undefined;
  #lastTimer: ReturnType<typeof setTimeout> | undefined;
  #forgottenTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(wire: LiveWire, onInterim: OnInterim) {
    this.#wire = wire;
    this.#startsAt = wire.sentSeconds;
    this.#onInterim = onInterim;
    // Possibly nobody is waiting when the connection breaks.
    this.#done.promise.catch(() => undefined);
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  push(samples: Int16Array): void {
    if (!this.#isOver && !this.#isFinishing) this.#say(samples);
  }

  finish(): Promise<string> {
    if (!this.#isOver && !this.#isFinishing) {
      this.#isFinishing = true;
      this.#wire.sendFinalize();
      this.#waitForLast();
    }
    return this.#done.promise;
  }

  cancel(): void {
    this.#finals = [];
    this.#interim = '';
    this.#end();
  }

  /** The vendor has sent anything: what it says next is awaited as usual. */
  noteAnswer(): void {
    if (!this.#isFinishing || this.#isOver) return;
    clearTimeout(this.#forgottenTimer);
    this.#waitForQuiet();
  }

  /** A result of the vendor; a late one for the previous utterance is ignored. */
  take({ text, isFinal, endsAt, isLast, isPause }: LiveResult): void {
    if (this.#isOver || endsAt <= this.#startsAt) return;
    if (isFinal) {
      if (text) this.#finals.push(text);
      this.#interim = '';
      this.#losses = 0;
      this.#kept.dropUntil(endsAt);
    } else this.#interim = text;
    if (this.#isFinishing && isLast) this.#end();
    else if (this.#isFinishing) this.#waitForQuiet();
    if (text || isPause) this.#onInterim(this.#words(), isPause);
  }

  /** The socket is lost, with everything not final. Returns whether to open another. */
  lose(): boolean {
    if (this.#isOver) return false;
    clearTimeout(this.#quietTimer);
    clearTimeout(this.#lastTimer);
    clearTimeout(this.#forgottenTimer);
    this.#interim = '';
    this.#losses += 1;
    if (this.#losses <= mostLosses) return true;
    this.fail(new AppError('PROVIDER_UNAVAILABLE', `${this.#wire.vendor} closed the connection.`));
    return false;
  }

  /** There is a new socket: it gets all sound without final words. */
  sayAgain(): void {
    if (this.#isOver) return;
    this.#startsAt = this.#wire.sentSeconds;
    for (const samples of this.#kept.take()) this.#say(samples);
    if (!this.#isFinishing) return;
    this.#wire.sendFinalize();
    this.#waitForLast();
  }

  fail(error: unknown): void {
    this.#stop();
    this.#done.reject(error);
  }

  #words(): string {
    return [...this.#finals, this.#interim].filter(Boolean).join(' ');
  }

  #say(samples: Int16Array): void {
    this.#wire.sendSound(samples);
    this.#kept.add(samples, this.#wire.sentSeconds);
  }

  #waitForLast(): void {
    if (this.#wire.hasAnswered) this.#waitForQuiet();
    else {
      clearTimeout(this.#forgottenTimer);
      this.#forgottenTimer = setTimeout(() => this.fail(new UnansweredSound(this.#wire.vendor)), forgottenMs);
    }
    clearTimeout(this.#lastTimer);
    this.#lastTimer = setTimeout(() => this.#end(), longestMs);
  }

  #waitForQuiet(): void {
    clearTimeout(this.#quietTimer);
    // Words that may still change are awaited.
    if (this.#interim !== '') return;
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
    clearTimeout(this.#forgottenTimer);
  }
}
