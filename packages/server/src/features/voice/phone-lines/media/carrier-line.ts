import type { PhoneLineState } from '@tendril/contract/call-event';
import { decodeG711, encodeG711 } from '@tendril/voice/audio/g711';
import type { AudioFrame } from '@tendril/voice/audio-format';
import type { LinePause, TransferTarget } from '@tendril/voice/audio-transport';
import type { AnsweredBy, LineEnd, PhoneLine } from '../phone-line.ts';
import type { MediaMessage } from './media-message.ts';
import { PlayedClock } from './played-clock.ts';

const sampleRate = 8000;
const msPerSample = 1000 / sampleRate;
/** A mark follows so much sound. */
const markEveryMs = 100;
/** Sound that waits to be heard: more than comes at once after a stall. */
const mostWaiting = 1500;

/** The carrier's socket, once it is open. */
interface MediaSocket {
  send(text: string): void;
  close(): void;
}

/** How a carrier writes what it is sent. */
export interface MediaDialect {
  media(streamId: string, payload: string): object;
  mark(streamId: string, name: string): object;
  clear(streamId: string): object;
}

/** What the carrier's API does with a call. */
export interface LineControl {
  hangUp(): Promise<void>;
  /** Throws when the caller could not be connected; otherwise the sound has gone with the caller. */
  transfer?(target: TransferTarget, note: (state: PhoneLineState) => void): Promise<void>;
  press?(digits: string): void;
}

interface CarrierLineParts {
  carrierCallId: string;
  state: PhoneLineState;
  dialect: MediaDialect;
  control: LineControl;
  /** Its stream may open before somebody has answered, which the carrier reports. */
  isAnsweredByNews?: boolean;
}

/** A line whose sound a carrier sends over a WebSocket, mu-law both ways, and whose call it controls by its API. */
export class CarrierLine implements PhoneLine {
  readonly format = { sampleRate };
  readonly incoming: AsyncIterable<AudioFrame | LinePause>;
  readonly answered: Promise<void>;
  readonly ended: Promise<LineEnd>;
  readonly press?: (digits: string) => void;
  readonly transfer?: (target: TransferTarget) => Promise<void>;
  carrierCallId: string;
  #state: PhoneLineState;
  readonly #dialect: MediaDialect;
  readonly #control: LineControl;
  readonly #played = new PlayedClock();
  readonly #listeners = {
    state: [] as ((state: PhoneLineState) => void)[],
    digit: [] as ((digit: string) => void)[],
    by: [] as ((by: AnsweredBy) => void)[],
  };
  readonly #answer: () => void;
  readonly #end: (reason: LineEnd) => void;
  #socket: MediaSocket | undefined;
  #streamId = '';
  #waiting: AudioFrame[] = [];
  #wake = () => {};
  #unmarkedMs = 0;
  /** The sound goes elsewhere: the call is no longer ours to hang up. */
  #isGivenAway = false;
  #reason: LineEnd | undefined;
  #isConfirmed: boolean;

  constructor({ carrierCallId, state, dialect, control, isAnsweredByNews = false }: CarrierLineParts) {
    this.#isConfirmed = !isAnsweredByNews;
    this.carrierCallId = carrierCallId;
    this.#state = state;
    this.#dialect = dialect;
    this.#control = control;
    const answered = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<LineEnd>();
    this.answered = answered.promise;
    this.ended = ended.promise;
    this.#answer = answered.resolve;
    this.#end = ended.resolve;
    this.incoming = this.#read();
    if (control.press) this.press = (digits) => control.press?.(digits);
    if (control.transfer) this.transfer = (target) => this.#giveAway(target);
  }

  get state(): PhoneLineState {
    return this.#state;
  }

  get isOver(): boolean {
    return this.#reason !== undefined;
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

  /** The carrier's socket is open. */
  open(socket: MediaSocket, streamId: string): void {
    this.#socket = socket;
    this.#streamId = streamId;
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

  /** Takes what the carrier sends. */
  take(message: MediaMessage): void {
    if (message.event === 'media') this.#hear(message.media);
    else if (message.event === 'mark') this.#played.note(message.mark.name);
    else if (message.event === 'dtmf') this.noteDigit(message.dtmf.digit);
    else if (message.event === 'stop') this.finish('user_hangup');
  }

  /** The line is over, for whatever reason. */
  finish(reason: LineEnd): void {
    if (this.isOver) return;
    this.#reason = this.#isGivenAway ? 'call_transfer' : reason;
    this.#state = 'ended';
    this.#end(this.#reason);
    this.#wake();
    for (const listener of this.#listeners.state) listener('ended');
    this.#socket?.close();
  }

  play({ samples }: AudioFrame): void {
    if (this.isOver || !this.#socket) return;
    const ms = samples.length * msPerSample;
    const payload = Buffer.from(encodeG711('pcmu', samples)).toString('base64');
    this.#send(this.#dialect.media(this.#streamId, payload));
    const mark = this.#played.send(ms);
    this.#unmarkedMs += ms;
    if (this.#unmarkedMs < markEveryMs) return;
    this.#unmarkedMs = 0;
    this.#send(this.#dialect.mark(this.#streamId, mark));
  }

  clear(): void {
    if (this.isOver) return;
    this.#played.clear();
    this.#unmarkedMs = 0;
    this.#send(this.#dialect.clear(this.#streamId));
  }

  playedMs(): number {
    return this.#played.playedMs();
  }

  async close(): Promise<void> {
    if (this.isOver) return;
    const isOurs = !this.#isGivenAway;
    this.finish('user_hangup');
    if (isOurs) await this.#control.hangUp().catch(() => undefined);
  }

  #tryAnswer(): void {
    if (!this.#socket || !this.#isConfirmed || this.isOver) return;
    this.note('answered');
    this.#answer();
  }

  async #giveAway(target: TransferTarget): Promise<void> {
    const before = this.#state;
    // From here on a stream that stops is the transfer, not a hang-up.
    this.#isGivenAway = true;
    try {
      await this.#control.transfer?.(target, (state) => this.note(state));
    } catch (error) {
      this.#isGivenAway = false;
      this.note(before);
      throw error;
    }
  }

  #hear({ track, chunk, timestamp, payload }: Extract<MediaMessage, { event: 'media' }>['media']): void {
    if (this.isOver || (track !== undefined && track !== 'inbound')) return;
    const samples = decodeG711('pcmu', Buffer.from(payload, 'base64'));
    if (samples.length === 0) return;
    const place =
      chunk === undefined || timestamp === undefined
        ? {}
        : { place: { sequence: chunk, spokenMs: timestamp } };
    this.#waiting.push({ format: this.format, samples, ...place });
    if (this.#waiting.length > mostWaiting) this.#waiting.shift();
    this.#wake();
  }

  #send(message: object): void {
    this.#socket?.send(JSON.stringify(message));
  }

  async *#read(): AsyncGenerator<AudioFrame> {
    for (;;) {
      const frame = this.#waiting.shift();
      if (frame) yield frame;
      else if (this.isOver) return;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }
}
