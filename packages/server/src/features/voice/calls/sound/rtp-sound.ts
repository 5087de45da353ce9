import type { HeardSound, RtpSession } from '@tendril/sip/rtp/rtp-session';
import type { AgreedMedia } from '@tendril/sip/sdp/media-negotiation';
import { decodeG711 } from '@tendril/voice/audio/g711';
import type { AudioFrame } from '@tendril/voice/audio-format';
import type { CallClock } from '@tendril/voice/call-clock';
import { encodeFrame } from './encode-frame.ts';
import { IncomingSound } from './incoming-sound.ts';
import { PacedSound } from './paced-sound.ts';
import { PlaceCounter } from './place-counter.ts';
import type { SipSound } from './sip-sound.ts';
import { toneFrames } from './tone-frames.ts';

const sampleRate = 8000;
const samplesPerMs = sampleRate / 1000;
/** A line on which nothing comes for so long carries nothing. */
const noAudioMs = 10_000;
/** Two people who were put through hear each other this much later at most. */
const bridgedFrames = 5;

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
  readonly format = { sampleRate };
  readonly incoming = new IncomingSound();
  readonly #parts: RtpSoundParts;
  #rtp: LineRtp | undefined;
  #media: AgreedMedia | undefined;
  #paced: PacedSound | undefined;
  /** When somebody answered; what comes before is for no agent. */
  #answeredAt: number | undefined;
  #earlySamples = 0;
  /** Who hears what comes before the answer. */
  #earlyListener: RtpSound | undefined;
  /** Whom the other side talks to instead of the agent. */
  #bridged: RtpSound | undefined;
  /** The sound that has the packets of this one. */
  #heir: RtpSound | undefined;
  readonly #places: PlaceCounter;
  #isOver = false;

  constructor(parts: RtpSoundParts) {
    this.#parts = parts;
    this.#places = new PlaceCounter(parts.clock);
  }

  /** Its port is open. */
  open(rtp: LineRtp): void {
    this.#rtp = rtp;
  }

  earlyMs(): number {
    return this.#earlySamples / samplesPerMs;
  }

  quality(): LineRtp['quality'] {
    return this.#rtp?.quality;
  }

  startEarly(): void {
    if (this.#isOver) return;
    this.#paced ??= new PacedSound({ clock: this.#parts.clock, send: (frame) => this.#send(frame) });
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
    this.#rtp?.agree(media);
    if (media.direction !== 'sendrecv') this.incoming.push({ isPaused: true });
  }

  play({ samples }: AudioFrame): void {
    this.#paced?.add(samples);
  }

  clear(): void {
    this.#paced?.clear();
  }

  playedMs(): number {
    return this.#paced?.playedMs ?? 0;
  }

  press(digits: string): void {
    if (this.#rtp?.press(digits)) return;
    for (const frame of toneFrames(digits, sampleRate)) this.#paced?.add(frame);
  }

  /** A piece of what the other side says. */
  hear(sound: HeardSound): void {
    if (this.#heir) {
      this.#heir.hear(sound);
      return;
    }
    const samples = decodeG711(sound.codec, sound.payload);
    if (this.#answeredAt === undefined) {
      this.#earlySamples += samples.length;
      if (this.#earlyListener) this.#earlyListener.#playFor(samples);
      return;
    }
    if (this.#bridged) this.#bridged.#playFor(samples);
    else this.incoming.push({ format: this.format, samples, place: this.#places.place(sound) });
  }

  /** The other side suppresses its silence: what does not come is not missing. */
  hearSilence(): void {
    if (this.#heir) this.#heir.hearSilence();
    else if (this.#answeredAt !== undefined && !this.#bridged) this.incoming.push({ isPaused: true });
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
    this.incoming.end();
  }

  adopt(other: RtpSound): void {
    other.#paced?.close();
    other.#paced = undefined;
    other.#heir = this;
    other.incoming.end();
    this.#rtp?.close();
    this.#rtp = other.#rtp;
    this.#media = other.#media;
    this.#answeredAt = this.#parts.clock.now();
    this.#places.goOn();
  }

  close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#paced?.close();
    // Packets that another line has are closed with that one.
    if (!this.#heir) this.#rtp?.close();
    this.incoming.end();
  }

  #playFor(samples: Int16Array): void {
    if (samples.length === 0) return;
    this.#paced?.add(samples);
    this.#paced?.trim(bridgedFrames);
  }

  #send(frame: Int16Array | undefined): boolean {
    this.#watch();
    return this.#rtp?.tick(encodeFrame(this.#media?.codec ?? 'pcmu', frame)) ?? false;
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
