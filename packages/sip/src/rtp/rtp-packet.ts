/** One packet of sound. */
export interface RtpPacket {
  payloadType: number;
  hasMarker: boolean;
  /** 16 bits. */
  sequence: number;
  /** 32 bits. */
  timestamp: number;
  ssrc: number;
  payload: Uint8Array;
}

const headBytes = 12;
const version = 2;

/** How long the head of a packet is, with its extension; undefined when the packet is none. */
export function rtpHeadLength(bytes: Uint8Array): number | undefined {
  if (bytes.length < headBytes || (bytes[0] ?? 0) >> 6 !== version) return undefined;
  const sources = (bytes[0] ?? 0) & 0x0f;
  const end = headBytes + 4 * sources;
  if (((bytes[0] ?? 0) & 0x10) === 0) return end <= bytes.length ? end : undefined;
  if (bytes.length < end + 4) return undefined;
  const words = ((bytes[end + 2] ?? 0) << 8) | (bytes[end + 3] ?? 0);
  const extended = end + 4 + 4 * words;
  return extended <= bytes.length ? extended : undefined;
}

/** Reads a packet; undefined when it is none. */
export function parseRtp(bytes: Uint8Array): RtpPacket | undefined {
  const start = rtpHeadLength(bytes);
  if (start === undefined) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const padding = ((bytes[0] ?? 0) & 0x20) === 0 ? 0 : (bytes.at(-1) ?? 0);
  const end = bytes.length - padding;
  if (end < start) return undefined;
  return {
    payloadType: view.getUint8(1) & 0x7f,
    hasMarker: (view.getUint8(1) & 0x80) !== 0,
    sequence: view.getUint16(2),
    timestamp: view.getUint32(4),
    ssrc: view.getUint32(8),
    payload: bytes.subarray(start, end),
  };
}

export function writeRtp({
  payloadType,
  hasMarker,
  sequence,
  timestamp,
  ssrc,
  payload,
}: RtpPacket): Uint8Array {
  const bytes = new Uint8Array(headBytes + payload.length);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, version << 6);
  view.setUint8(1, (hasMarker ? 0x80 : 0) | payloadType);
  view.setUint16(2, sequence);
  view.setUint32(4, timestamp);
  view.setUint32(8, ssrc);
  bytes.set(payload, headBytes);
  return bytes;
}
