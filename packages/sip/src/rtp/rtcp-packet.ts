/** What a report of the other side says of our sound. */
export interface ReceptionReport {
  ssrc: number;
  /** 0 to 1, since the report before. */
  lostShare: number;
  lost: number;
  highestSequence: number;
  /** In samples. */
  jitter: number;
  /** The middle of the time of their last report, and how long ago it came, in 65,536ths of a second. */
  lastReport?: { time: number; agoUnits: number };
}

interface SenderReport {
  ssrc: number;
  /** ms since 1970. */
  nowMs: number;
  timestamp: number;
  packets: number;
  bytes: number;
  /** False: nothing was sent since the report before, so that this is a receiver's. */
  isSender: boolean;
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
export function writeReport(report: SenderReport): Buffer {
  const { ssrc, reports, isSender, name } = report;
  const start = isSender ? 28 : 8;
  const bytes = head(reports.length, isSender ? senderType : receiverType, start + 24 * reports.length);
  bytes.writeUInt32BE(ssrc, 4);
  if (isSender) writeSent(bytes, report);
  reports.forEach((one, index) => {
    writeReception(bytes, start + 24 * index, one);
  });
  return Buffer.concat([bytes, describe(ssrc, name)]);
}

function writeSent(to: Buffer, { nowMs, timestamp, packets, bytes }: SenderReport): void {
  to.writeUInt32BE((Math.floor(nowMs / 1000) + epoch) >>> 0, 8);
  to.writeUInt32BE(Math.floor(((nowMs % 1000) / 1000) * 2 ** 32) >>> 0, 12);
  to.writeUInt32BE(timestamp >>> 0, 16);
  to.writeUInt32BE(packets >>> 0, 20);
  to.writeUInt32BE(bytes >>> 0, 24);
}

function writeReception(to: Buffer, at: number, report: ReceptionReport): void {
  to.writeUInt32BE(report.ssrc, at);
  to[at + 4] = Math.min(255, Math.max(0, Math.round(report.lostShare * 256)));
  to.writeIntBE(Math.max(0, Math.min(0x7fffff, report.lost)), at + 5, 3);
  to.writeUInt32BE(report.highestSequence >>> 0, at + 8);
  to.writeUInt32BE(Math.round(report.jitter) >>> 0, at + 12);
  to.writeUInt32BE((report.lastReport?.time ?? 0) >>> 0, at + 16);
  to.writeUInt32BE(Math.round(report.lastReport?.agoUnits ?? 0) >>> 0, at + 20);
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

interface ParsedReports {
  reports: ReceptionReport[];
  isBye: boolean;
  /** The middle of the time of the sender's report. */
  sentTime?: number;
}

/** What the other side reports; undefined when the bytes are no reports. */
export function parseReports(bytes: Uint8Array): ParsedReports | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const found: ParsedReports = { reports: [], isBye: false };
  for (let at = 0; at < bytes.length; ) {
    if (at + 4 > bytes.length || view.getUint8(at) >> 6 !== 2) return undefined;
    const [count, type] = [view.getUint8(at) & 0x1f, view.getUint8(at + 1)];
    const end = at + 4 * (view.getUint16(at + 2) + 1);
    // The first is always a report: RFC 3550, A.2.
    const isReport = type === senderType || type === receiverType;
    if (end > bytes.length || (at === 0 && !isReport)) return undefined;
    found.isBye ||= type === byeType;
    if (type === senderType && at + 28 <= end) found.sentTime = view.getUint32(at + 10);
    const first = type === senderType ? at + 28 : type === receiverType ? at + 8 : end;
    for (let one = 0; one < count && first + 24 * (one + 1) <= end; one += 1)
      found.reports.push(readReport(view, first + 24 * one));
    at = end;
  }
  return bytes.length === 0 ? undefined : found;
}

function readReport(view: DataView, at: number): ReceptionReport {
  // With more repetitions than losses the count is below zero.
  const lost = (view.getInt8(at + 5) << 16) | view.getUint16(at + 6);
  return {
    ssrc: view.getUint32(at),
    lostShare: view.getUint8(at + 4) / 256,
    lost,
    highestSequence: view.getUint32(at + 8),
    jitter: view.getUint32(at + 12),
  };
}
