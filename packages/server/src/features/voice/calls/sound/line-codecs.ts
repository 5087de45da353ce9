import type { CodecName } from '@tendril/sip/sdp/media-negotiation';
import { openG711Codec, type SoundCodec } from './line-codec.ts';
import { openOpusCodec } from './opus-codec.ts';

type LineRate = 8000 | 16_000;

/** A second of sound waits for its codec. */
const mostWaiting = 50;

/** Samples a second of a line on which this is spoken. */
export function lineRateOf(codec: CodecName): LineRate {
  return codec === 'opus' ? 16_000 : 8000;
}

interface Waiting {
  payload: Uint8Array;
  onSamples(samples: Int16Array): void;
}

/** The codecs of one line, each opened when it is first needed; all have the line's rate. */
export class LineCodecs {
  readonly sampleRate: LineRate;
  readonly #open = new Map<CodecName, SoundCodec>();
  #isOpening = false;
  #isClosed = false;
  #waiting: Waiting[] = [];

  constructor(sampleRate: LineRate) {
    this.sampleRate = sampleRate;
  }

  /** Opus takes a moment to load, once in a process. */
  prepare(name: CodecName): void {
    if (this.#isClosed || this.#open.has(name)) return;
    if (name !== 'opus') this.#open.set(name, openG711Codec(name, this.sampleRate));
    else if (!this.#isOpening) {
      this.#isOpening = true;
      openOpusCodec(this.sampleRate)
        .then((codec) => this.#take(codec))
        // The next frame tries again.
        .catch(() => {
          this.#isOpening = false;
        });
    }
  }

  /** The payload of a frame, or of silence; undefined while its codec is being loaded. */
  encode(name: CodecName, frame: Int16Array | undefined): Uint8Array | undefined {
    this.prepare(name);
    return this.#open.get(name)?.encode(frame);
  }

  /** Calls back with the samples of a payload: at once, but for the first ones of a codec that is being loaded. */
  decode(name: CodecName, payload: Uint8Array, onSamples: (samples: Int16Array) => void): void {
    // The place of a key in the sound.
    if (payload.length === 0) {
      onSamples(new Int16Array(0));
      return;
    }
    this.prepare(name);
    const codec = this.#open.get(name);
    if (codec) onSamples(codec.decode(payload));
    else if (this.#waiting.length < mostWaiting) this.#waiting.push({ payload: payload.slice(), onSamples });
  }

  /** What the lost packet before this one held; undefined where nobody can know. */
  recover(name: CodecName, next: Uint8Array): Int16Array | undefined {
    return next.length === 0 ? undefined : this.#open.get(name)?.recover?.(next);
  }

  close(): void {
    this.#isClosed = true;
    for (const codec of this.#open.values()) codec.close();
    this.#open.clear();
    this.#waiting = [];
  }

  #take(codec: SoundCodec): void {
    if (this.#isClosed) {
      codec.close();
      return;
    }
    this.#open.set('opus', codec);
    for (const { payload, onSamples } of this.#waiting.splice(0)) onSamples(codec.decode(payload));
  }
}
