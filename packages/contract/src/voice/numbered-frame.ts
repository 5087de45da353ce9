const headBytes = 8;
const bytesPerSample = 2;

/** Where a frame belongs, whenever it arrives. */
export interface FramePlace {
  /** Counts the frames that were sent: one that is missing was lost. */
  sequence: number;
  /** When it was spoken, by the line's own clock: it goes on while nothing is sent. */
  spokenMs: number;
}

/** A frame as it is on the socket of a page that has announced `numbered`; little-endian. */
export function writeNumberedFrame(
  samples: Int16Array,
  { sequence, spokenMs }: FramePlace,
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(headBytes + samples.byteLength);
  const head = new DataView(bytes.buffer);
  head.setUint32(0, sequence, true);
  head.setUint32(4, spokenMs, true);
  bytes.set(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength), headBytes);
  return bytes;
}

/** Reads such a frame; undefined when it is none. */
export function readNumberedFrame(bytes: Uint8Array): { place: FramePlace; sound: Uint8Array } | undefined {
  if (bytes.length < headBytes || bytes.length % bytesPerSample === 1) return undefined;
  const head = new DataView(bytes.buffer, bytes.byteOffset, headBytes);
  return {
    place: { sequence: head.getUint32(0, true), spokenMs: head.getUint32(4, true) },
    sound: bytes.subarray(headBytes),
  };
}
