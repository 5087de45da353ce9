import type { SoundCodec } from './line-codec.ts';

const frameMs = 20;
const bitsPerSecond = 28_000;
/** The sound describes the frame before once more, as if so many packets were lost. */
const expectedLoss = 5;
/** Of ten: above it costs more than is heard on a telephone. */
const complexity = 5;

/** Opus for speech at a line's rate; loaded with the first line that speaks it. */
export async function openOpusCodec(sampleRate: 8000 | 16_000): Promise<SoundCodec> {
  const { Application, createDecoder, createEncoder } = await import('libopus-wasm');
  const frameSize = (sampleRate * frameMs) / 1000;
  const encoder = await createEncoder({
    ...{ sampleRate, frameSize, complexity, channels: 1, application: Application.Voip },
    ...{ bitrate: bitsPerSecond, fec: true, packetLossPercent: expectedLoss },
  });
  const decoder = await createDecoder({ sampleRate, channels: 1 });
  const silence = new Int16Array(frameSize);
  /** Samples of the last packet: one that is lost was as long. */
  let lastSize = frameSize;
  const noteSize = (samples: Int16Array) => {
    if (samples.length > 0) lastSize = samples.length;
    return samples;
  };
  return {
    // A frame of another length has no place: it would stop the line.
    encode: (frame) => encoder.encode(frame?.length === frameSize ? frame : silence),
    decode(payload) {
      try {
        return noteSize(decoder.decode(payload));
      } catch {
        // Nobody can read it: it counts as lost, and what was heard before covers it.
        return decoder.decodePacketLoss(frameSize);
      }
    },
    recover(next) {
      try {
        return decoder.decode(next, { decodeFec: true, frameSize: lastSize });
      } catch {
        return decoder.decodePacketLoss(lastSize);
      }
    },
    close() {
      encoder.free();
      decoder.free();
    },
  };
}
