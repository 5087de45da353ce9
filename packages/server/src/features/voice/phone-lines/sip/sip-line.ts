import { AppError } from '@tendril/contract/app-error';
import type { PhoneLineState } from '@tendril/contract/call-event';
import type { AgreedMedia } from '@tendril/sip/sdp/media-negotiation';
import type { CallEnd } from '@tendril/sip/session/call-end';
import type { ReceivedReferral } from '@tendril/sip/session/received-referral';
import { ReferralRefused } from '@tendril/sip/session/referral';
import type { SipCall } from '@tendril/sip/session/sip-call';
import type { AudioFrame } from '@tendril/voice/audio-format';
import type { AudioTransport, ConnectedLine, TransferTarget } from '@tendril/voice/audio-transport';
import { lineRateOf, type SipSound } from '../../calls/public.ts';
import type { LineEnd, PhoneLine } from '../phone-line.ts';
import { isHeldByThem } from './is-held-by-them.ts';
import { joinedParts } from './joined-parts.ts';
import { lineEndOf } from './line-end-of.ts';
import type { SipLineParts } from './sip-line-parts.ts';

/** A call that is sent on and on is a loop. */
const mostReferrals = 3;

/** A telephone line over a SIP trunk. */
export class SipLine implements PhoneLine {
  readonly playsHandoff = true;
  readonly carrierCallId: string;
  readonly answered: Promise<void>;
  readonly ended: Promise<LineEnd>;
  #state: PhoneLineState;
  #parts: SipLineParts;
  readonly #stateListeners: ((state: PhoneLineState) => void)[] = [];
  readonly #digitListeners: ((digit: string) => void)[] = [];
  /** Keys that were pressed before anybody listened. */
  readonly #earlyKeys: string[] = [];
  readonly #answer: () => void;
  readonly #end: (reason: LineEnd) => void;
  #media: AgreedMedia | undefined;
  #isAnswered = false;
  /** Somebody else has the other side to talk to. */
  #isBridged = false;
  #referrals = 0;
  /** Why the other side has left, whose wish to be replaced is still being followed. */
  #left: LineEnd | undefined;
  #isFollowing = false;
  #isOver = false;
  readonly #over = new AbortController();
  #cancelEnd = () => {};

  constructor(parts: SipLineParts, state: PhoneLineState) {
    this.#parts = parts;
    this.#state = state;
    this.carrierCallId = parts.call.id;
    const answered = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<LineEnd>();
    this.answered = answered.promise;
    this.ended = ended.promise;
    this.#answer = answered.resolve;
    this.#end = ended.resolve;
    this.#attach(parts.call);
  }

  get format(): { sampleRate: number } {
    return { sampleRate: lineRateOf(this.#media?.codec ?? 'pcmu') };
  }

  get incoming(): AudioTransport['incoming'] {
    return this.#sound.incoming;
  }

  get createSession(): PhoneLine['createSession'] {
    return this.#sound.createSession?.bind(this.#sound);
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

  play(frame: AudioFrame): void {
    this.#sound.play(frame);
  }

  clear(): void {
    this.#sound.clear();
  }

  playedMs(): number {
    return this.#sound.playedMs();
  }

  quality() {
    return this.#sound.quality?.();
  }

  earlyMs(): number {
    return this.#sound.earlyMs?.() ?? 0;
  }

  press(digits: string): void {
    this.#sound.press(digits);
  }

  async hold(isHeld: boolean): Promise<void> {
    await this.#parts.call.hold(isHeld);
    if (!this.#isOver) this.#become(isHeld ? 'on-hold' : 'answered');
  }

  async transfer(target: TransferTarget): Promise<ConnectedLine | undefined> {
    if (this.#isOver) throw new AppError('CONFLICT', 'The call is over.');
    const address = await this.#parts.addressOf(target.number);
    this.#become('transferring');
    try {
      return target.kind === 'warm'
        ? await this.#connectWarm(target)
        : await this.#connectCold(address, target);
    } catch (error) {
      if (!this.#isOver) this.#become('answered');
      throw error;
    }
  }

  /** The session needs the line no more; a bridged one goes on without it. */
  async close(): Promise<void> {
    if (!this.#isBridged) this.hangUp();
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

  /** A key that the other side has pressed for us. */
  hearKey(key: string): void {
    if (this.#digitListeners.length === 0) this.#earlyKeys.push(key);
    else for (const listener of this.#digitListeners) listener(key);
  }

  /** Lets another line hear what comes before the answer. */
  playEarlyTo(listener: SipSound): void {
    this.#sound.playEarlyTo(listener);
  }

  /** From here on the other side talks to another line, until one of both hangs up. */
  bridge(other: SipLine): void {
    this.#isBridged = true;
    this.#sound.bridge(other.#sound);
    this.#parts.call.events.onEnded = (end) => {
      this.#callEnded(end);
      other.hangUp();
    };
  }

  /** Gives away what was reached here; from now on it is all the other line's. */
  pass(): { parts: SipLineParts; media: AgreedMedia | undefined } {
    this.#cancelEnd();
    this.#parts.onPassed();
    return { parts: this.#parts, media: this.#media };
  }

  #attach(call: SipCall): void {
    call.events = {
      onState: (next) => this.#callState(next),
      onMedia: (media) => this.#agreed(media),
      onEarlyMedia: (media) => this.#openEarly(media),
      onKey: (key) => this.#sound.hearKey(key),
      onRefer: (referral) => void this.#referred(referral).catch(() => undefined),
      onEnded: (end) => this.#callEnded(end),
    };
  }

  /** The other side wants us to call somebody else: the conversation goes on with the one who answers there. */
  async #referred(referral: ReceivedReferral): Promise<void> {
    this.#referrals += 1;
    const { permit, transferMs } = this.#parts;
    const isFree = !this.#isBridged && this.#isConnected && this.#referrals <= mostReferrals;
    const number = isFree ? await permit?.(referral).catch(() => undefined) : undefined;
    if (number === undefined || this.#isOver) return referral.decline();
    this.#isFollowing = true;
    referral.accept();
    this.#become('transferring');
    const { replaces } = referral.target;
    try {
      const other = await this.#parts.reach(number, 'agent', transferMs, {
        ...(replaces && { headers: { replaces } }),
        signal: this.#over.signal,
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
    const { parts, media } = other.pass();
    this.#parts = joinedParts(before, parts);
    before.sound.adopt(parts.sound);
    // Who is left hears that first.
    referral.finish(200).then(
      () => before.call.hangUp(),
      () => before.call.hangUp(),
    );
    this.#left = undefined;
    this.#media = media;
    this.#attach(parts.call);
    this.#become('answered');
  }

  async #connectCold(address: string, target: TransferTarget): Promise<ConnectedLine | undefined> {
    try {
      await this.#parts.call.refer(address, target.ringMs ?? this.#parts.transferMs);
      return undefined;
    } catch (error) {
      // A trunk that refers nobody still puts two calls through.
      if (!(error instanceof ReferralRefused) || this.#isOver) throw error;
      return this.#putThrough(target);
    }
  }

  async #connectWarm(target: TransferTarget): Promise<ConnectedLine> {
    await this.#parts.call.hold(true);
    if (!this.#isOver) this.#become('on-hold');
    try {
      return await this.#putThrough(target, () => this.#parts.call.hold(false));
    } catch (error) {
      if (!this.#isOver) await this.#parts.call.hold(false).catch(() => undefined);
      throw error;
    }
  }

  async #putThrough(target: TransferTarget, unhold?: () => Promise<void>): Promise<ConnectedLine> {
    if (this.#isOver) throw new AppError('CONFLICT', 'The caller has hung up.');
    const isHeld = unhold !== undefined;
    const { number, displayedNumber, ringMs = this.#parts.transferMs } = target;
    // Who is not on hold hears it ring there.
    const earlyListener = isHeld ? undefined : this.#sound;
    const { signal } = this.#over;
    const other = await this.#parts.reach(number, displayedNumber, ringMs, { earlyListener, signal });
    try {
      if (isHeld && target.handoff?.sound) await this.#tell(other, target.handoff.sound);
      await unhold?.();
      if (this.#isOver) throw new AppError('CONFLICT', 'The caller has hung up.');
    } catch (error) {
      other.hangUp();
      throw error;
    }
    other.bridge(this);
    this.bridge(other);
    return { incoming: other.incoming, hangUp: () => this.hangUp() };
  }

  /** Speaks to the person called, who has not been connected yet. */
  async #tell(other: SipLine, words: AudioFrame): Promise<void> {
    const { promise: isOver, resolve } = Promise.withResolvers<void>();
    const stop = this.#parts.clock.after((words.samples.length / words.format.sampleRate) * 1000, resolve);
    const { signal } = this.#over;
    signal.addEventListener('abort', () => resolve(), { once: true });
    other.#sound.say(words);
    const end = await Promise.race([isOver, other.ended]);
    stop();
    if (end !== undefined) throw new AppError('PROVIDER_REFUSED', 'the person there hung up');
  }

  #callState(state: SipCall['state']): void {
    if (state === 'answered') {
      this.#isAnswered = true;
      this.#sound.start();
    }
    if (state === 'answered' && isHeldByThem(this.#media)) this.#become('on-hold');
    else if (state !== 'ended') this.#become(state);
    if (state === 'answered') this.#answer();
  }

  #openEarly(media: AgreedMedia): void {
    this.#media = media;
    this.#sound.agree(this.#parts.reachable(media));
    this.#sound.startEarly();
  }

  #agreed(media: AgreedMedia): void {
    this.#media = media;
    this.#sound.agree(this.#parts.reachable(media));
    // Our own hold is noted where it is requested.
    if (isHeldByThem(media) && this.#state === 'answered') this.#become('on-hold');
    else if (media.direction === 'sendrecv' && this.#state === 'on-hold') this.#become('answered');
  }

  #callEnded(end: CallEnd): void {
    const reason = lineEndOf(end, this.#isAnswered);
    if (this.#isFollowing && end.cause === 'hung-up' && end.by === 'them') this.#left = reason;
    else this.#finish(reason);
  }

  #finish(reason: LineEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#over.abort();
    this.#cancelEnd();
    this.#sound.close();
    this.#end(this.#isBridged ? 'call_transfer' : reason);
    this.#become('ended');
    this.#parts.onClosed();
  }

  get #sound(): SipSound {
    return this.#parts.sound;
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
