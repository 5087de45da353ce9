import type { HeardSound, RtpSession } from '@tendril/sip/rtp/rtp-session';
import type { AgreedMedia } from '@tendril/sip/sdp/media-negotiation';
import { FrameCutter } from '@tendril/voice/audio/frame-cutter';
import type { AudioFrame } from '@tendril/voice/audio-format';
import type { CallClock } from '@tendril/voice/call-clock';
import { IncomingSound } from './incoming-sound.ts';
import { LineCodecs, lineRateOf } from './line-codecs.ts';
import { PacedSound } from './paced-sound.ts';
import { PlaceCounter } from './place-counter.ts';
import type { SipSound } from './sip-sound.ts';
import { toneFrames } from './tone-frames.ts';

/** A line on which nothing comes for so long carries nothing. */
const noAudioMs = 10_000;
/** Two people who were put through hear each other this much later at most. */
const bridgedFrames = 5;

type HeardPlace = Pick<HeardSound, 'sequence' | 'spokenMs'>;

/** What the sound of a line uses of its packets. */
export type LineRtp = Pick<RtpSession, 'agree' | 'tick' | 'press' | 'close' | 'heardAt' | 'quality'>;

interface RtpSoundParts {
  clock: CallClock;
  onKey(key: string): void;
  /** Nothing has come for too long; called once. */
  onUnheard(): void;
}

/** The sound of a SIP line in this process. */
export class RtpSound implements SipSound {
  readonly incoming = new IncomingSound();
  readonly #parts: RtpSoundParts;
  #rtp: LineRtp | undefined;
  #media: AgreedMedia | undefined;
  #paced: PacedSound | undefined;
  /** When somebody answered; what comes before is for no agent. */
  #answeredAt: number | undefined;
  #earlyMs = 0;
  /** Who hears what comes before the answer. */
  #earlyListener: RtpSound | undefined;
  /** Whom the other side talks to instead of the agent. */
  #bridged: RtpSound | undefined;
  /** The sound that has the packets of this one. */
  #heir: RtpSound | undefined;
  readonly #places: PlaceCounter;
  /** Cuts what is played for somebody on another line. */
  #cutter: FrameCutter | undefined;
  #codecs = new LineCodecs(lineRateOf('pcmu'));
  /** The packets behind this one have not come. */
  #heardUpTo: HeardPlace | undefined;
  /** Of the last packet that another one stood in for. */
  #recovered: number | undefined;
  #isOver = false;

  constructor(parts: RtpSoundParts) {
    this.#parts = parts;
    this.#places = new PlaceCounter(parts.clock);
  }

  /** Settled when somebody answers: the conversation has one rate, whatever is agreed on later. */
  get format(): { sampleRate: number } {
    return { sampleRate: this.#codecs.sampleRate };
  }

  /** Its port is open. */
  open(rtp: LineRtp): void {
    this.#rtp = rtp;
  }

  earlyMs(): number {
    return this.#earlyMs;
  }

  quality(): LineRtp['quality'] {
    return this.#rtp?.quality;
  }

  startEarly(): void {
    if (this.#isOver) return;
    this.#paced ??= new PacedSound({
      clock: this.#parts.clock,
      send: (frame) => this.#send(frame),
      onFault: (error) => this.#fail(error),
    });
  }

  start(): void {
    if (this.#isOver || this.#answeredAt !== undefined) return;
    this.#answeredAt = this.#parts.clock.now();
    this.startEarly();
  }

  playEarlyTo(other: RtpSound): void {
    this.#earlyListener = other;
  }

  agree(media: AgreedMedia): void {
    this.#media = media;
    if (this.#answeredAt === undefined) this.#setRate(lineRateOf(media.codec));
    this.#codecs.prepare(media.codec);
    this.#rtp?.agree(media);
    if (media.direction !== 'sendrecv') this.incoming.push({ isPaused: true });
  }

  play({ samples }: AudioFrame): void {
    if (!this.#bridged) this.#paced?.add(samples);
  }

  clear(): void {
    this.#paced?.clear();
  }

  playedMs(): number {
    return this.#paced?.playedMs ?? 0;
  }

  say(words: AudioFrame): void {
    this.#paced?.say(new FrameCutter(this.#codecs.sampleRate).push(words));
  }

  press(digits: string): void {
    if (this.#rtp?.press(digits)) return;
    for (const frame of toneFrames(digits, this.#codecs.sampleRate)) this.#paced?.add(frame);
  }

  /** A piece of what the other side says. */
  hear(sound: HeardSound): void {
    if (this.#heir) {
      this.#heir.hear(sound);
      return;
    }
    try {
      this.#take(sound);
    } catch (error) {
      this.#fail(error);
    }
  }

  #take(sound: HeardSound): void {
    const before = this.#heardUpTo;
    if (sound.sequence === this.#recovered) {
      // It was late and not lost: that counts, and its sound has been heard.
      this.#hearSamples(new Int16Array(0), sound);
      return;
    }
    if (!before || sound.sequence > before.sequence) this.#heardUpTo = sound;
    if (before && sound.sequence === before.sequence + 2) this.#recover(before, sound);
    this.#codecs.decode(sound.codec, sound.payload, (samples) => this.#hearSamples(samples, sound));
  }

  /** One packet is missing before this one, which may say once more what it held. */
  #recover(before: HeardPlace, { codec, payload, sequence, spokenMs }: HeardSound): void {
    const samples = this.#codecs.recover(codec, payload);
    if (!samples) return;
    this.#recovered = sequence - 1;
    const place = { sequence: sequence - 1, spokenMs: (before.spokenMs + spokenMs) / 2 };
    this.#hearSamples(samples, place, true);
  }

  #hearSamples(samples: Int16Array, sound: HeardPlace, isRecovered = false): void {
    if (this.#isOver) return;
    const { sampleRate } = this.#codecs;
    if (this.#answeredAt === undefined) {
      this.#earlyMs += (samples.length / sampleRate) * 1000;
      if (this.#earlyListener) this.#earlyListener.#playFor(samples, sampleRate);
      return;
    }
    // What listens to two people comes after them.
    if (this.#bridged) this.#bridged.#playFor(samples, sampleRate);
    const place = this.#places.place(sound);
    this.incoming.push({ format: this.format, samples, place, ...(isRecovered && { isRecovered }) });
  }

  #setRate(sampleRate: LineCodecs['sampleRate']): void {
    if (sampleRate === this.#codecs.sampleRate) return;
    this.#codecs.close();
    this.#codecs = new LineCodecs(sampleRate);
  }

  /** The other side suppresses its silence: what does not come is not missing. */
  hearSilence(): void {
    if (this.#heir) this.#heir.hearSilence();
    else if (this.#answeredAt !== undefined) this.incoming.push({ isPaused: true });
  }

  hearKey(key: string): void {
    if (this.#answeredAt === undefined) return;
    if (this.#heir) this.#heir.hearKey(key);
    else if (this.#bridged) this.#bridged.press(key);
    else this.#parts.onKey(key);
  }

  bridge(other: RtpSound): void {
    this.clear();
    this.#bridged = other;
    this.incoming.skipUnread();
  }

  /** What is said on the other line, since both were put through. */
  get bridgedIncoming(): IncomingSound | undefined {
    return this.#bridged?.incoming;
  }

  adopt(other: RtpSound): void {
    other.#paced?.close();
    other.#paced = undefined;
    other.#heir = this;
    other.incoming.end();
    this.#rtp?.close();
    this.#rtp = other.#rtp;
    this.#media = other.#media;
    if (this.#media) this.#codecs.prepare(this.#media.codec);
    this.#answeredAt = this.#parts.clock.now();
    this.#heardUpTo = undefined;
    this.#recovered = undefined;
    this.#places.goOn();
  }

  close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#paced?.close();
    this.#codecs.close();
    // Packets that another line has are closed with that one.
    if (!this.#heir) this.#rtp?.close();
    this.incoming.end();
  }

  /** The line carries nothing any more: who listens says why, and two who were put through are parted. */
  #fail(error: unknown): void {
    if (this.#bridged || this.#answeredAt === undefined) this.#parts.onUnheard();
    else this.incoming.fail(error);
  }

  /** Plays what somebody on another line says, whose rate may be another one. */
  #playFor(samples: Int16Array, sampleRate: number): void {
    if (samples.length === 0) return;
    const { sampleRate: own } = this.#codecs;
    if (this.#cutter?.sampleRate !== own) this.#cutter = new FrameCutter(own);
    for (const frame of this.#cutter.push({ format: { sampleRate }, samples })) this.#paced?.add(frame);
    this.#paced?.trim(bridgedFrames);
  }

  #send(frame: Int16Array | undefined): boolean {
    this.#watch();
    const payload = this.#codecs.encode(this.#media?.codec ?? 'pcmu', frame);
    return (payload && this.#rtp?.tick(payload)) ?? false;
  }

  #watch(): void {
    if (this.#answeredAt === undefined) return;
    const now = this.#parts.clock.now();
    // Who has put us on hold need not send anything.
    if (this.#media?.direction !== 'sendrecv') this.#answeredAt = now;
    else if (now - Math.max(this.#rtp?.heardAt ?? 0, this.#answeredAt) > noAudioMs) {
      this.#answeredAt = Number.POSITIVE_INFINITY;
      this.#parts.onUnheard();
    }
  }
}
