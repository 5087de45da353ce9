import { Resampler } from '@tendril/contract/voice/resampler';
import { frameSamples } from '@tendril/voice/audio/frame-cutter';
import { decodeG711, encodeG711, type G711Law } from '@tendril/voice/audio/g711';

const g711Rate = 8000;

/** Turns the frames of a line into payloads of packets, and back, at the line's rate. */
export interface SoundCodec {
  /** Undefined: silence. */
  encode(frame?: Int16Array): Uint8Array;
  /** Never throws. */
  decode(payload: Uint8Array): Int16Array;
  /** What the packet before this one held, which was lost; absent where a packet holds nothing of another. */
  recover?(next: Uint8Array): Int16Array;
  close(): void;
}

/** G.711, which a line of a higher rate has when its format was changed during the call. */
export function openG711Codec(law: G711Law, sampleRate: number): SoundCodec {
  const silence = encodeG711(law, new Int16Array(frameSamples(g711Rate)));
  const isSame = sampleRate === g711Rate;
  const [down, up] = [new Resampler(sampleRate, g711Rate), new Resampler(g711Rate, sampleRate)];
  const cutter = new FixedFrames(frameSamples(g711Rate));
  return {
    encode(frame) {
      if (isSame) return frame ? encodeG711(law, frame) : silence;
      return encodeG711(law, cutter.next(down.push(frame ?? new Int16Array(frameSamples(sampleRate)))));
    },
    decode(payload) {
      const samples = decodeG711(law, payload);
      return isSame ? samples : up.push(samples);
    },
    close: () => {},
  };
}

/** Makes frames of one length of what a resampler gives, which varies by a sample. */
class FixedFrames {
  readonly #size: number;
  #rest: Int16Array;

  constructor(size: number) {
    this.#size = size;
    this.#rest = new Int16Array(size);
  }

  next(samples: Int16Array): Int16Array {
    const all = new Int16Array(this.#rest.length + samples.length);
    all.set(this.#rest);
    all.set(samples, this.#rest.length);
    const frame = new Int16Array(this.#size);
    frame.set(all.subarray(0, this.#size));
    this.#rest = all.slice(Math.min(this.#size, all.length));
    return frame;
  }
}
