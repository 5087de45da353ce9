import type { HeardSound, RtpSession } from '@tendril/sip/rtp/rtp-session';
import type { AgreedMedia } from '@tendril/sip/sdp/media-negotiation';
import { frameSamples } from '@tendril/voice/audio/frame-cutter';
import { decodeG711, encodeG711, type G711Law, g711Silence } from '@tendril/voice/audio/g711';
import { keypadTones } from '@tendril/voice/audio/keypad-tones';
import type { AudioFrame } from '@tendril/voice/audio-format';
import type { CallClock } from '@tendril/voice/call-clock';
import { IncomingSound } from './incoming-sound.ts';
import { PacedSound } from './paced-sound.ts';

const sampleRate = 8000;
/** A line on which nothing comes for so long carries nothing. */
const noAudioMs = 10_000;
/** Two people who were put through hear each other this much later at most. */
const bridgedFrames = 5;

/** What a line uses of the packets of its sound. */
export type LineRtp = Pick<RtpSession, 'agree' | 'tick' | 'press' | 'close' | 'heardAt'>;

interface RtpSoundParts {
  clock: CallClock;
  onKey(key: string): void;
  /** Nothing has come for too long; called once. */
  onUnheard(): void;
}

const silences: Readonly<Record<G711Law, Uint8Array>> = {
  pcmu: new Uint8Array(frameSamples(sampleRate)).fill(g711Silence.pcmu),
  pcma: new Uint8Array(frameSamples(sampleRate)).fill(g711Silence.pcma),
};

/** The sound of a SIP line in the media process; what is agreed on and when it begins the server says. */
export class RtpSound {
  readonly format = { sampleRate };
  readonly incoming = new IncomingSound();
  readonly #parts: RtpSoundParts;
  #rtp: LineRtp | undefined;
  #media: AgreedMedia | undefined;
  #paced: PacedSound | undefined;
  #startedAt = 0;
  /** Whom the other side talks to instead of the agent. */
  #bridged: RtpSound | undefined;
  /** The sound that has the packets of this one. */
  #heir: RtpSound | undefined;
  #hasPlaces = true;
  #isOver = false;

  constructor(parts: RtpSoundParts) {
    this.#parts = parts;
  }

  /** Its port is open. */
  open(rtp: LineRtp): void {
    this.#rtp = rtp;
  }

  /** Somebody has answered: from now on a frame leaves every 20 ms. */
  start(): void {
    if (this.#isOver || this.#paced) return;
    const { clock } = this.#parts;
    this.#startedAt = clock.now();
    this.#paced = new PacedSound({ clock, send: (frame) => this.#send(frame) });
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
    const tones = keypadTones(digits, sampleRate);
    const size = frameSamples(sampleRate);
    for (let at = 0; at < tones.length; at += size) {
      const frame = new Int16Array(size);
      frame.set(tones.subarray(at, at + size));
      this.#paced?.add(frame);
    }
  }

  /** A piece of what the other side says. */
  hear(sound: HeardSound): void {
    if (this.#heir) {
      this.#heir.hear(sound);
      return;
    }
    const { codec, payload, sequence, spokenMs } = sound;
    const samples = decodeG711(codec, payload);
    const place = this.#hasPlaces && { place: { sequence, spokenMs } };
    if (this.#bridged) this.#bridged.#playFor(samples);
    else this.incoming.push({ format: this.format, samples, ...place });
  }

  /** The other side suppresses its silence: what does not come is not missing. */
  hearSilence(): void {
    if (this.#heir) this.#heir.hearSilence();
    else if (!this.#bridged) this.incoming.push({ isPaused: true });
  }

  /** A key that the other side has pressed. */
  hearKey(key: string): void {
    if (this.#heir) this.#heir.hearKey(key);
    else if (this.#bridged) this.#bridged.press(key);
    else this.#parts.onKey(key);
  }

  /** From here on the other side talks to that of another line. */
  bridge(other: RtpSound): void {
    this.clear();
    this.#bridged = other;
    this.incoming.end();
  }

  /** The conversation goes on with the other side of another line; this one’s own is let go. */
  adopt(other: RtpSound): void {
    other.#paced?.close();
    other.#paced = undefined;
    other.#heir = this;
    other.incoming.end();
    this.#rtp?.close();
    this.#rtp = other.#rtp;
    this.#media = other.#media;
    this.#startedAt = this.#parts.clock.now();
    // Another sender counts from elsewhere.
    this.#hasPlaces = false;
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
    const law = this.#media?.codec ?? 'pcmu';
    this.#watch();
    return this.#rtp?.tick(frame ? encodeG711(law, frame) : silences[law]) ?? false;
  }

  #watch(): void {
    const now = this.#parts.clock.now();
    // Who has put us on hold need not send anything.
    if (this.#media?.direction !== 'sendrecv') this.#startedAt = now;
    else if (now - Math.max(this.#rtp?.heardAt ?? 0, this.#startedAt) > noAudioMs) {
      this.#startedAt = Number.POSITIVE_INFINITY;
      this.#parts.onUnheard();
    }
  }
}
