import { AppError } from '@tendril/contract/app-error';
import type { PhoneLineState } from '@tendril/contract/call-event';
import type { AgreedMedia } from '@tendril/sip/sdp/media-negotiation';
import type { CallEnd } from '@tendril/sip/session/call-end';
import type { ReceivedReferral } from '@tendril/sip/session/received-referral';
import { ReferralRefused } from '@tendril/sip/session/referral';
import type { SipCall } from '@tendril/sip/session/sip-call';
import { decodeG711, type G711Law } from '@tendril/voice/audio/g711';
import type { AudioFrame } from '@tendril/voice/audio-format';
import type { LinePause, TransferTarget } from '@tendril/voice/audio-transport';
import { encodeFrame, IncomingSound, PacedSound, toneFrames } from '../../calls/public.ts';
import type { LineEnd, PhoneLine } from '../phone-line.ts';
import { EarlySound } from './early-sound.ts';
import { isHeldByThem } from './is-held-by-them.ts';
import { joinedParts } from './joined-parts.ts';
import { lineEndOf } from './line-end-of.ts';
import { type HeardPlace, PlaceCounter } from './place-counter.ts';
import type { SipLineParts } from './sip-line-parts.ts';

const sampleRate = 8000;
/** A line on which nothing comes for so long carries nothing. */
const noAudioMs = 10_000;
/** Two people who were put through hear each other this much later at most. */
const bridgedFrames = 5;

/** A call that is sent on and on is a loop. */
const mostReferrals = 3;

/** A telephone line over a SIP trunk. */
export class SipLine implements PhoneLine {
  readonly format = { sampleRate };
  readonly carrierCallId: string;
  readonly answered: Promise<void>;
  readonly ended: Promise<LineEnd>;
  #state: PhoneLineState;
  #parts: SipLineParts;
  readonly early = new EarlySound();
  readonly #incoming = new IncomingSound();
  readonly #stateListeners: ((state: PhoneLineState) => void)[] = [];
  readonly #digitListeners: ((digit: string) => void)[] = [];
  /** Keys that were pressed before anybody listened. */
  readonly #earlyKeys: string[] = [];
  readonly #answer: () => void;
  readonly #end: (reason: LineEnd) => void;
  #sound: PacedSound | undefined;
  #media: AgreedMedia | undefined;
  #answeredAt: number | undefined;
  /** Whom the other side talks to instead of us. */
  #bridged: SipLine | undefined;
  /** The line that has what was reached here. */
  #heir: SipLine | undefined;
  #places: PlaceCounter;
  #referrals = 0;
  /** Why the other side has left, whose wish to be replaced is still being followed. */
  #left: LineEnd | undefined;
  #isFollowing = false;
  #isOver = false;
  #cancelEnd = () => {};

  constructor(parts: SipLineParts, state: PhoneLineState) {
    this.#parts = parts;
    this.#state = state;
    this.carrierCallId = parts.call.id;
    this.#places = new PlaceCounter(parts.clock);
    const answered = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<LineEnd>();
    this.answered = answered.promise;
    this.ended = ended.promise;
    this.#answer = answered.resolve;
    this.#end = ended.resolve;
    this.#attach(parts.call);
  }

  get incoming(): AsyncIterable<AudioFrame | LinePause> {
    return this.#incoming;
  }

  get createSession(): PhoneLine['createSession'] {
    const { far } = this.#parts;
    return far && ((parts, facts) => far.createSession(parts, facts));
  }

  get state(): PhoneLineState {
    return this.#state;
  }

  onState(listener: (state: PhoneLineState) => void): void {
    this.#stateListeners.push(listener);
  }

  onDigit(listener: (digit: string) => void): void {
    this.#digitListeners.push(listener);
    for (const key of this.#earlyKeys.splice(0)) listener(key);
  }

  /** A trunk does not say who has answered. */
  onAnsweredBy(): void {}

  /** Ends the call after a time, whatever happens in it. */
  limit(maxMs: number): void {
    this.#cancelEnd();
    this.#cancelEnd = this.#parts.clock.after(maxMs, () => this.hangUp());
  }

  play({ samples }: AudioFrame): void {
    this.#sound?.add(samples);
  }

  clear(): void {
    this.#sound?.clear();
  }

  playedMs(): number {
    return this.#sound?.playedMs ?? 0;
  }

  quality() {
    return this.#parts.rtp.quality;
  }

  press(digits: string): void {
    if (this.#parts.rtp.press(digits)) return;
    for (const frame of toneFrames(digits, sampleRate)) this.#sound?.add(frame);
  }

  async hold(isHeld: boolean): Promise<void> {
    await this.#parts.call.hold(isHeld);
    if (!this.#isOver) this.#become(isHeld ? 'on-hold' : 'answered');
  }

  async transfer(target: TransferTarget): Promise<void> {
    if (this.#isOver) throw new AppError('CONFLICT', 'The call is over.');
    const address = await this.#parts.addressOf(target.number);
    this.#become('transferring');
    try {
      if (target.kind === 'warm') await this.#connectWarm(target);
      else await this.#connectCold(address, target);
    } catch (error) {
      if (!this.#isOver) this.#become('answered');
      throw error;
    }
  }

  /** The session needs the line no more; a bridged one goes on without it. */
  async close(): Promise<void> {
    this.#incoming.end();
    if (!this.#bridged) this.hangUp();
  }

  /** Calls the other side of a line of ours. */
  dial(ringMs: number, headers: Readonly<Record<string, string>>): void {
    this.#parts.call.dial(ringMs, headers);
  }

  ring(): void {
    this.#parts.call.ring();
  }

  /** Whether the caller was still there, and speaks what we do. */
  answer(): boolean {
    return this.#parts.call.answer();
  }

  reject(status: number, headers?: Readonly<Record<string, string>>): void {
    this.#parts.call.reject(status, headers);
  }

  /** Ends the call for both. */
  hangUp(): void {
    this.#parts.call.hangUp();
  }

  /** Nothing has come from the other side for too long. */
  endUnheard(): void {
    if (this.#isOver) return;
    this.#finish('error_no_audio_received');
    this.hangUp();
  }

  /** A key that the other side has pressed. */
  hearKey(key: string): void {
    if (this.#answeredAt === undefined) return;
    if (this.#heir) this.#heir.hearKey(key);
    else if (this.#parts.far) this.#parts.far.hearKey(key);
    else if (this.#bridged) this.#bridged.press(key);
    else if (this.#digitListeners.length === 0) this.#earlyKeys.push(key);
    else for (const listener of this.#digitListeners) listener(key);
  }

  /** A piece of what the other side says. */
  hear(codec: G711Law, payload: Uint8Array, place: HeardPlace): void {
    if (this.#heir) {
      this.#heir.hear(codec, payload, place);
      return;
    }
    if (this.#answeredAt === undefined) {
      this.early.hear(codec, payload);
      return;
    }
    const samples = decodeG711(codec, payload);
    if (this.#bridged) this.#bridged.playFor(samples);
    else this.#incoming.push({ format: this.format, samples, place: this.#places.place(place) });
  }

  /** The other side suppresses its silence: what does not come is not missing. */
  hearSilence(): void {
    if (this.#heir) this.#heir.hearSilence();
    else if (!this.#bridged) this.#incoming.push({ isPaused: true });
  }

  /** Sound of the one whom this line is bridged with. */
  playFor(samples: Int16Array): void {
    if (samples.length === 0) return;
    this.#sound?.add(samples);
    this.#sound?.trim(bridgedFrames);
  }

  /** From here on the other side talks to another line, until one of both hangs up. */
  bridge(other: SipLine): void {
    this.#sound?.clear();
    this.#bridged = other;
    if (other.#parts.far) this.#parts.far?.bridge(other.#parts.far);
    this.#parts.call.events.onEnded = (end) => {
      this.#callEnded(end);
      other.hangUp();
    };
    this.#incoming.end();
    this.#end('call_transfer');
  }

  /** Gives away what was reached here; from now on it is all the other line's. */
  passTo(line: SipLine): { parts: SipLineParts; media: AgreedMedia | undefined } {
    this.#heir = line;
    this.#cancelEnd();
    this.#sound?.close();
    this.#incoming.end();
    this.#parts.onPassed();
    return { parts: this.#parts, media: this.#media };
  }

  #attach(call: SipCall): void {
    call.events = {
      onState: (next) => this.#callState(next),
      onMedia: (media) => this.#agreed(media),
      onEarlyMedia: (media) => this.#openEarly(media),
      onKey: (key) => this.hearKey(key),
      onRefer: (referral) => void this.#referred(referral).catch(() => undefined),
      onEnded: (end) => this.#callEnded(end),
    };
  }

  /** The other side wants us to call somebody else: the conversation goes on with whoever answers there. */
  async #referred(referral: ReceivedReferral): Promise<void> {
    this.#referrals += 1;
    const { permit, transferMs } = this.#parts;
    const isFree = !this.#bridged && this.#isConnected && this.#referrals <= mostReferrals;
    const number = isFree ? await permit?.(referral).catch(() => undefined) : undefined;
    if (number === undefined || this.#isOver) return referral.decline();
    this.#isFollowing = true;
    referral.accept();
    this.#become('transferring');
    const { replaces } = referral.target;
    try {
      const other = await this.#parts.reach(number, 'agent', transferMs, {
        ...(replaces && { headers: { replaces } }),
      });
      this.#isFollowing = false;
      if (this.#isOver) other.hangUp();
      else this.#adopt(other, referral);
    } catch {
      this.#isFollowing = false;
      await referral.finish(480);
      if (this.#left) this.#finish(this.#left);
      else if (!this.#isOver) this.#become(isHeldByThem(this.#media) ? 'on-hold' : 'answered');
    }
  }

  #adopt(other: SipLine, referral: ReceivedReferral): void {
    const before = this.#parts;
    const { parts, media } = other.passTo(this);
    this.#parts = joinedParts(before, parts);
    before.rtp.close();
    // Who is left hears that first.
    referral.finish(200).then(
      () => before.call.hangUp(),
      () => before.call.hangUp(),
    );
    this.#left = undefined;
    this.#media = media;
    this.#answeredAt = this.#parts.clock.now();
    this.#places.goOn();
    this.#attach(parts.call);
    this.#become('answered');
  }

  async #connectCold(address: string, target: TransferTarget): Promise<void> {
    try {
      await this.#parts.call.refer(address, target.ringMs ?? this.#parts.transferMs);
    } catch (error) {
      // A trunk that refers nobody still puts two calls through.
      if (!(error instanceof ReferralRefused) || this.#isOver) throw error;
      await this.#putThrough(target);
    }
  }

  async #connectWarm(target: TransferTarget): Promise<void> {
    await this.#parts.call.hold(true);
    if (!this.#isOver) this.#become('on-hold');
    try {
      await this.#putThrough(target, () => this.#parts.call.hold(false));
    } catch (error) {
      if (!this.#isOver) await this.#parts.call.hold(false).catch(() => undefined);
      throw error;
    }
  }

  async #putThrough(target: TransferTarget, unhold?: () => Promise<void>): Promise<void> {
    const isHeld = unhold !== undefined;
    const { number, displayedNumber, ringMs = this.#parts.transferMs } = target;
    // Who is not on hold hears it ring there.
    const onEarlySound = isHeld ? undefined : (samples: Int16Array) => this.playFor(samples);
    const other = await this.#parts.reach(number, displayedNumber, ringMs, { onEarlySound });
    try {
      await unhold?.();
      if (this.#isOver) throw new AppError('CONFLICT', 'The caller has hung up.');
    } catch (error) {
      other.hangUp();
      throw error;
    }
    other.bridge(this);
    this.bridge(other);
  }

  #callState(state: SipCall['state']): void {
    if (state === 'answered') {
      this.#answeredAt = this.#parts.clock.now();
      this.#begin();
    }
    if (state !== 'ended') this.#become(state);
    if (state === 'answered') this.#answer();
  }

  #begin(): void {
    const { far } = this.#parts;
    if (far) far.start();
    else this.#openSound();
  }

  /** Silence is sent from here on: through NAT nothing comes before something went out. */
  #openEarly(media: AgreedMedia): void {
    this.#media = media;
    this.#parts.rtp.agree(this.#parts.reachable(media));
    const { far } = this.#parts;
    if (far) far.startEarly();
    else this.#openSound();
  }

  #openSound(): void {
    this.#sound ??= new PacedSound({ clock: this.#parts.clock, send: (frame) => this.#send(frame) });
  }

  #send(frame: Int16Array | undefined): boolean {
    const law = this.#media?.codec ?? 'pcmu';
    this.#watchAudio();
    return this.#parts.rtp.tick(encodeFrame(law, frame));
  }

  #watchAudio(): void {
    const { rtp, clock } = this.#parts;
    // Who has put us on hold need not send anything.
    const hears = this.#media?.direction === 'sendrecv';
    if (this.#answeredAt === undefined) return;
    const last = Math.max(rtp.heardAt ?? 0, this.#answeredAt);
    if (!hears) this.#answeredAt = clock.now();
    else if (clock.now() - last > noAudioMs) this.endUnheard();
  }

  #agreed(media: AgreedMedia): void {
    this.#media = media;
    this.#parts.rtp.agree(this.#parts.reachable(media));
    if (media.direction !== 'sendrecv') this.#incoming.push({ isPaused: true });
    // Our own hold is noted by whoever asks for it.
    if (isHeldByThem(media) && this.#state === 'answered') this.#become('on-hold');
    else if (media.direction === 'sendrecv' && this.#state === 'on-hold') this.#become('answered');
  }

  #callEnded(end: CallEnd): void {
    const reason = lineEndOf(end, this.#answeredAt !== undefined);
    if (this.#isFollowing && end.cause === 'hung-up' && end.by === 'them') this.#left = reason;
    else this.#finish(reason);
  }

  #finish(reason: LineEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#cancelEnd();
    this.#sound?.close();
    this.#parts.rtp.close();
    this.#incoming.end();
    this.#end(reason);
    this.#become('ended');
    this.#parts.onClosed();
  }

  /** Somebody is there, who may have put us on hold. */
  get #isConnected(): boolean {
    return this.#state === 'answered' || this.#state === 'on-hold';
  }

  #become(state: PhoneLineState): void {
    if (this.#state === state) return;
    this.#state = state;
    for (const listener of this.#stateListeners) listener(state);
  }
}
