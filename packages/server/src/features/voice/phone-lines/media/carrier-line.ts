import { AppError } from '@tendril/contract/app-error';
import type { PhoneLineState } from '@tendril/contract/call-event';
import type { PhoneNumber } from '@tendril/contract/voice/phone-number';
import type { AudioFrame } from '@tendril/voice/audio-format';
import type { LinePause, TransferTarget } from '@tendril/voice/audio-transport';
import type { LineSound, StreamCarrier } from '../../calls/public.ts';
import { checkTransfer } from '../check-destination.ts';
import type { AnsweredBy, LineEnd, PhoneLine } from '../phone-line.ts';

const sampleRate = 8000;

/** How a transfer and its line are kept in step. */
interface TransferSteps {
  note(state: PhoneLineState): void;
  /** From here on a stream that stops is the transfer, not a hang-up. */
  leave(): void;
  /** Aborted when the line is over. */
  signal: AbortSignal;
}

/** What the carrier's API does with a call. */
export interface LineControl {
  hangUp(): Promise<void>;
  /** Throws when the caller could not be connected; otherwise the sound has gone with the caller. */
  transfer?(target: TransferTarget, steps: TransferSteps): Promise<void>;
  press?(digits: string): void;
}

interface CarrierLineParts {
  /** Whose rules say whom the other side may be connected to. */
  number: PhoneNumber;
  carrierCallId: string;
  state: PhoneLineState;
  carrier: StreamCarrier;
  control: LineControl;
  /** Its stream may open before somebody has answered, which the carrier reports. */
  isAnsweredByNews?: boolean;
}

/** A line whose sound a carrier sends over a WebSocket, mu-law both ways, and whose call it controls by its API. */
export class CarrierLine implements PhoneLine {
  readonly format = { sampleRate };
  readonly carrier: StreamCarrier;
  readonly answered: Promise<void>;
  readonly ended: Promise<LineEnd>;
  readonly press?: (digits: string) => void;
  readonly transfer?: (target: TransferTarget) => Promise<undefined>;
  readonly needsRinging = true;
  carrierCallId: string;
  #state: PhoneLineState;
  readonly #number: PhoneNumber;
  readonly #control: LineControl;
  readonly #listeners = {
    state: [] as ((state: PhoneLineState) => void)[],
    digit: [] as ((digit: string) => void)[],
    by: [] as ((by: AnsweredBy) => void)[],
  };
  readonly #answer: () => void;
  readonly #end: (reason: LineEnd) => void;
  /** Since the carrier's stream is open. */
  #sound: LineSound | undefined;
  /** The sound goes elsewhere: the call is no longer ours to hang up. */
  #isGivenAway = false;
  #reason: LineEnd | undefined;
  readonly #over = new AbortController();
  #isConfirmed: boolean;

  constructor({
    number,
    carrierCallId,
    state,
    carrier,
    control,
    isAnsweredByNews = false,
  }: CarrierLineParts) {
    this.#number = number;
    this.#isConfirmed = !isAnsweredByNews;
    this.carrierCallId = carrierCallId;
    this.#state = state;
    this.carrier = carrier;
    this.#control = control;
    const answered = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<LineEnd>();
    this.answered = answered.promise;
    this.ended = ended.promise;
    this.#answer = answered.resolve;
    this.#end = ended.resolve;
    if (control.press) this.press = (digits) => control.press?.(digits);
    if (control.transfer) this.transfer = (target) => this.#giveAway(target);
  }

  get state(): PhoneLineState {
    return this.#state;
  }

  get isOver(): boolean {
    return this.#reason !== undefined;
  }

  get incoming(): AsyncIterable<AudioFrame | LinePause> {
    return this.#sound?.incoming ?? nothing;
  }

  get createSession(): PhoneLine['createSession'] {
    const sound = this.#sound;
    return sound?.createSession?.bind(sound);
  }

  onState(listener: (state: PhoneLineState) => void): void {
    this.#listeners.state.push(listener);
  }

  onDigit(listener: (digit: string) => void): void {
    this.#listeners.digit.push(listener);
  }

  onAnsweredBy(listener: (by: AnsweredBy) => void): void {
    this.#listeners.by.push(listener);
  }

  /** The carrier's stream is open. */
  open(sound: LineSound): void {
    this.#sound = sound;
    this.#tryAnswer();
  }

  /** Somebody has answered. */
  confirmAnswer(): void {
    this.#isConfirmed = true;
    this.#tryAnswer();
  }

  note(state: PhoneLineState): void {
    if (this.#state === state || this.isOver) return;
    // News of the carrier may overtake each other: an answered line does not ring.
    if (state === 'ringing' && this.#state !== 'dialing') return;
    this.#state = state;
    for (const listener of this.#listeners.state) listener(state);
  }

  noteAnsweredBy(by: AnsweredBy): void {
    for (const listener of this.#listeners.by) listener(by);
  }

  noteDigit(digit: string): void {
    for (const listener of this.#listeners.digit) listener(digit);
  }

  /** The line is over, for whatever reason. */
  finish(reason: LineEnd): void {
    if (this.isOver) return;
    this.#reason = this.#isGivenAway ? 'call_transfer' : reason;
    this.#state = 'ended';
    this.#over.abort();
    this.#end(this.#reason);
    for (const listener of this.#listeners.state) listener('ended');
    this.#sound?.close();
  }

  play(frame: AudioFrame): void {
    this.#sound?.play(frame);
  }

  clear(): void {
    this.#sound?.clear();
  }

  playedMs(): number {
    return this.#sound?.playedMs() ?? 0;
  }

  async close(): Promise<void> {
    if (this.isOver) return;
    const isOurs = !this.#isGivenAway;
    this.finish('user_hangup');
    if (isOurs) await this.#control.hangUp().catch(() => undefined);
  }

  #tryAnswer(): void {
    if (!this.#sound || !this.#isConfirmed || this.isOver) return;
    this.note('answered');
    this.#answer();
  }

  async #giveAway(target: TransferTarget): Promise<undefined> {
    await checkTransfer(this.#number, target.number);
    if (this.isOver) throw new AppError('CONFLICT', 'The call is over.');
    const before = this.#state;
    try {
      await this.#control.transfer?.(target, {
        note: (state) => this.note(state),
        leave: () => {
          this.#isGivenAway = true;
        },
        signal: this.#over.signal,
      });
    } catch (error) {
      this.#isGivenAway = false;
      this.note(before);
      throw error;
    }
  }
}

/** What is heard before a stream is open. */
const nothing: AsyncIterable<AudioFrame> = {
  async *[Symbol.asyncIterator]() {
    // Nothing.
  },
};
