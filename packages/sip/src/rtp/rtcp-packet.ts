/** What a report of the other side says of our sound. */
export interface ReceptionReport {
  ssrc: number;
  /** 0 to 1, since the report before. */
  lostShare: number;
  lost: number;
  highestSequence: number;
  /** In samples. */
  jitter: number;
}

interface SenderReport {
  ssrc: number;
  /** ms since 1970. */
  nowMs: number;
  timestamp: number;
  packets: number;
  bytes: number;
  reports: readonly ReceptionReport[];
  name: string;
}

const [senderType, receiverType, describeType, byeType] = [200, 201, 202, 203];
/** Seconds from 1900 to 1970. */
const epoch = 2_208_988_800;

function head(count: number, type: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  bytes[0] = 0x80 | count;
  bytes[1] = type;
  bytes.writeUInt16BE(length / 4 - 1, 2);
  return bytes;
}

/** A compound packet: what was sent, what has come, and who says so. */
export function writeReport({ ssrc, nowMs, timestamp, packets, bytes, reports, name }: SenderReport): Buffer {
  const sender = head(reports.length, senderType, 28 + 24 * reports.length);
  sender.writeUInt32BE(ssrc, 4);
  sender.writeUInt32BE((Math.floor(nowMs / 1000) + epoch) >>> 0, 8);
  sender.writeUInt32BE(Math.floor(((nowMs % 1000) / 1000) * 2 ** 32) >>> 0, 12);
  sender.writeUInt32BE(timestamp >>> 0, 16);
  sender.writeUInt32BE(packets >>> 0, 20);
  sender.writeUInt32BE(bytes >>> 0, 24);
  reports.forEach((report, index) => {
    const at = 28 + 24 * index;
    sender.writeUInt32BE(report.ssrc, at);
    sender[at + 4] = Math.min(255, Math.max(0, Math.round(report.lostShare * 256)));
    sender.writeIntBE(Math.max(0, Math.min(0x7fffff, report.lost)), at + 5, 3);
    sender.writeUInt32BE(report.highestSequence >>> 0, at + 8);
    sender.writeUInt32BE(Math.round(report.jitter) >>> 0, at + 12);
  });
  return Buffer.concat([sender, describe(ssrc, name)]);
}

function describe(ssrc: number, name: string): Buffer {
  const text = Buffer.from(name).subarray(0, 255);
  const length = 4 * Math.ceil((8 + 2 + text.length + 1) / 4);
  const bytes = head(1, describeType, length);
  bytes.writeUInt32BE(ssrc, 4);
  bytes[8] = 1;
  bytes[9] = text.length;
  text.copy(bytes, 10);
  return bytes;
}

/** Says that a sender has ended. */
export function writeBye(ssrc: number): Buffer {
  const report = head(0, receiverType, 8);
  report.writeUInt32BE(ssrc, 4);
  const bye = head(1, byeType, 8);
  bye.writeUInt32BE(ssrc, 4);
  return Buffer.concat([report, bye]);
}

/** What the other side reports; undefined when the bytes are no reports. */
export function parseReports(bytes: Uint8Array): { reports: ReceptionReport[]; isBye: boolean } | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const reports: ReceptionReport[] = [];
  let isBye = false;
  for (let at = 0; at < bytes.length; ) {
    if (at + 4 > bytes.length || view.getUint8(at) >> 6 !== 2) return undefined;
    const [count, type] = [view.getUint8(at) & 0x1f, view.getUint8(at + 1)];
    const end = at + 4 * (view.getUint16(at + 2) + 1);
    if (end > bytes.length) return undefined;
    isBye ||= type === byeType;
    const first = type === senderType ? at + 28 : type === receiverType ? at + 8 : end;
    for (let one = 0; one < count && first + 24 * (one + 1) <= end; one += 1)
      reports.push(readReport(view, first + 24 * one));
    at = end;
  }
  return bytes.length === 0 ? undefined : { reports, isBye };
}

function readReport(view: DataView, at: number): ReceptionReport {
  return {
    ssrc: view.getUint32(at),
    lostShare: view.getUint8(at + 4) / 256,
    lost: (view.getUint8(at + 5) << 16) | view.getUint16(at + 6),
    highestSequence: view.getUint32(at + 8),
    jitter: view.getUint32(at + 12),
  };
}
