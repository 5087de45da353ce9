import { frameSamples } from '@tendril/voice/audio/frame-cutter';
import { encodeG711, type G711Law, g711Silence } from '@tendril/voice/audio/g711';

const length = frameSamples(8000);
const silences: Record<G711Law, Uint8Array> = {
  pcmu: new Uint8Array(length).fill(g711Silence.pcmu),
  pcma: new Uint8Array(length).fill(g711Silence.pcma),
};

/** A frame as it is sent; silence where there is none. */
export function encodeFrame(law: G711Law, frame: Int16Array | undefined): Uint8Array {
  return frame ? encodeG711(law, frame) : silences[law];
}
