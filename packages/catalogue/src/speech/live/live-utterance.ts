import { AppError } from '@tendril/contract/app-error';
import type { HeardText, HeardWord, OnInterim, Utterance } from '@tendril/contract/provider/speech-to-text';
import { UnansweredSound } from '@tendril/contract/provider/unanswered-sound';
import { KeptSound } from './kept-sound.ts';
import type { LiveResult, LiveWord } from './live-protocol.ts';

/** How an utterance sends; nothing is sent while there is no socket. */
export interface LiveWire {
  /** As people know the vendor. */
  readonly vendor: string;
  /** Seconds of sound that its socket was sent. */
  readonly sentSeconds: number;
  readonly sampleRate: number;
  /** A vendor that works has sent something by the end of an utterance. */
  readonly hasAnswered: boolean;
  /** The last words always come, or the socket is lost. */
  readonly answersFinalize: boolean;
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
  /** Samples of the utterance: all, and those before the sound of this socket. */
  #taken = 0;
  #before = 0;
  #losses = 0;
  #finals: string[] = [];
  readonly #timed: HeardWord[] = [];
  #interim = '';
  #isFinishing = false;
  #isOver = false;
  readonly #done = Promise.withResolvers<HeardText>();
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
    if (this.#isOver || this.#isFinishing) return;
    this.#say(samples, this.#taken);
    this.#taken += samples.length;
  }

  finish(): Promise<HeardText> {
    if (!this.#isOver && !this.#isFinishing) {
      this.#isFinishing = true;
      this.#wire.sendFinalize();
      this.#waitForLast();
    }
    return this.#done.promise;
  }

  cancel(): void {
    this.#finals = [];
    this.#timed.length = 0;
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
  take({ text, isFinal, endsAt, isLast, isPause, words = [] }: LiveResult): void {
    if (this.#isOver || endsAt <= this.#startsAt) return;
    if (isFinal) {
      if (text) this.#finals.push(text);
      this.#timed.push(...words.filter((word) => this.#isOwn(word)).map((word) => this.#toHeard(word)));
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
    const kept = this.#kept.take();
    this.#before = kept[0]?.place ?? this.#taken;
    for (const { samples, place } of kept) this.#say(samples, place);
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

  /** `place`: samples of the utterance before these. */
  #say(samples: Int16Array, place: number): void {
    this.#wire.sendSound(samples);
    this.#kept.add(samples, this.#wire.sentSeconds, place);
  }

  /** A word lies in the sound that this socket was sent of the utterance. */
  #isOwn({ startsAt, endsAt }: LiveWord): boolean {
    return endsAt > this.#startsAt && startsAt < this.#wire.sentSeconds;
  }

  #toHeard({ text, startsAt, endsAt }: LiveWord): HeardWord {
    const beforeMs = (this.#before / this.#wire.sampleRate) * 1000;
    const toMs = (seconds: number) => Math.max(0, (seconds - this.#startsAt) * 1000 + beforeMs);
    return { text, startMs: toMs(startsAt), endMs: toMs(endsAt) };
  }

  #waitForLast(): void {
    if (this.#wire.hasAnswered) this.#waitForQuiet();
    else {
      clearTimeout(this.#forgottenTimer);
      this.#forgottenTimer = setTimeout(() => this.fail(new UnansweredSound(this.#wire.vendor)), forgottenMs);
    }
    clearTimeout(this.#lastTimer);
    if (!this.#wire.answersFinalize) this.#lastTimer = setTimeout(() => this.#end(), longestMs);
  }

  #waitForQuiet(): void {
    clearTimeout(this.#quietTimer);
    // Words that may still change are awaited.
    if (this.#interim !== '' || this.#wire.answersFinalize) return;
    this.#quietTimer = setTimeout(() => this.#end(), quietMs);
  }

  #end(): void {
    this.#stop();
    const words = [...this.#timed];
    this.#done.resolve({ text: this.#words(), ...(words.length > 0 && { words }) });
  }

  #stop(): void {
    this.#isOver = true;
    clearTimeout(this.#quietTimer);
    clearTimeout(this.#lastTimer);
    clearTimeout(this.#forgottenTimer);
  }
}
