import { randomBytes, randomInt } from 'node:crypto';
import { RateAllowance } from '../rate-allowance.ts';
import { type AgreedMedia, timestampsPerMs } from '../sdp/media-negotiation.ts';
import type { SipClock } from '../transaction/sip-clock.ts';
import { PacketCounter } from './packet-counter.ts';
import { parseReports, type ReceptionReport, writeBye, writeReport } from './rtcp-packet.ts';
import { parseRtp, type RtpPacket, writeRtp } from './rtp-packet.ts';
import { SrtcpStream } from './srtcp.ts';
import { SrtpStream } from './srtp.ts';
import { type KeyFrame, KeyReader, keyFrames, parseKeyEvent } from './telephone-event.ts';

const rtpFrameMs = 20;
const reportMs = 5000;
/** Describes the silence that is not sent from here on: RFC 3389. Some send it although nobody has offered it. */
const comfortNoise = 13;

/** More than ten seconds is no jitter. */
const mostJitterMs = 10_000;
/** Of packets that were on their way for as much longer than the one before, it is no jitter: a wrap, or a new sender. */
const mostChangeMs = 1000;

/** Sound is 50 packets a second, or 100; what a stall of the network has kept comes at once. */
const packetRate = { perSecond: 200, atOnce: 500 };
/** Longer than what fits the packets of any network. */
const mostPayloadBytes = 1500;

interface SoundCipher {
  ours: SrtpStream;
  theirs: SrtpStream;
  ourReports: SrtcpStream;
  theirReports: SrtcpStream;
  keys: string;
}

interface Address {
  address: string;
  port: number;
}

/** A piece of what the other side says, with its place. */
export interface HeardSound {
  codec: AgreedMedia['codec'];
  /** Empty where a key was pressed: its place is taken all the same. */
  payload: Uint8Array;
  sequence: number;
  spokenMs: number;
}

interface RtpParts {
  clock: SipClock;
  /** ms since 1970, for reports. */
  wallClock(): number;
  send(packet: Uint8Array, to: Address, channel: 'rtp' | 'rtcp'): void;
  /** The peer of the signalling: behind NAT its sound comes from there, whatever its description says. */
  signallingAddress: string;
  onSound(sound: HeardSound): void;
  /** Nothing is sent until there is something to be heard again. */
  onSilence?(): void;
  onKey(key: string): void;
}

/** The sound of one call in packets, both ways: RFC 3550, 3551, 4733. */
export class RtpSession {
  readonly #parts: RtpParts;
  readonly #counter = new PacketCounter(timestampsPerMs.pcmu, rtpFrameMs);
  readonly #allowance = new RateAllowance(packetRate);
  readonly #keyReader = new KeyReader();
  readonly #ssrc = randomBytes(4).readUInt32BE();
  #sequence = randomInt(2 ** 15);
  /** Of our first packet. */
  readonly #first = this.#sequence + 1;
  #timestamp = randomBytes(4).readUInt32BE();
  #keys: KeyFrame[] = [];
  #keyTime = 0;
  #isTalking = false;
  /** Timestamps in a ms. */
  #perMs: number = timestampsPerMs.pcmu;
  #media: AgreedMedia | undefined;
  #latched: Address | undefined;
  #cipher: SoundCipher | undefined;
  #sent = { packets: 0, bytes: 0 };
  #reported = { expected: 0, received: 0, sent: 0 };
  #theirReport: { time: number; at: number } | undefined;
  #jitter = { transit: 0, value: 0 };
  #nextReportAt: number;
  /** When something has come from the other side; undefined before its first sound. */
  #heardAt: number | undefined;
  /** What the other side last said of our sound. */
  lastReport: ReceptionReport | undefined;

  constructor(parts: RtpParts) {
    this.#parts = parts;
    this.#nextReportAt = parts.clock.now() + reportMs;
  }

  get heardAt(): number | undefined {
    return this.#heardAt;
  }

  get media(): AgreedMedia | undefined {
    return this.#media;
  }

  /** What was agreed on, at the beginning or later; at another address the other side is looked for again. */
  agree(media: AgreedMedia): void {
    if (media.address !== this.#media?.address || media.port !== this.#media.port) this.#latched = undefined;
    const keys = media.keys && `${media.keys.ours} ${media.keys.theirs}`;
    if (!media.keys || keys === undefined) this.#cipher = undefined;
    else if (this.#cipher?.keys !== keys) {
      const { ours, theirs } = media.keys;
      const before = this.#cipher?.keys.split(' ')[0] === ours ? this.#cipher : undefined;
      this.#cipher = {
        ours: before?.ours ?? new SrtpStream(ours),
        ourReports: before?.ourReports ?? new SrtcpStream(ours),
        theirs: new SrtpStream(theirs),
        theirReports: new SrtcpStream(theirs),
        keys,
      };
    }
    this.#media = media;
    this.#perMs = timestampsPerMs[media.codec];
    this.#counter.setClock(this.#perMs);
  }

  /** A packet has come; of anybody but the other side it is dropped. */
  receive(bytes: Uint8Array, from: Address): void {
    const media = this.#media;
    if (!media || !this.#isPeer(from, media)) return;
    const clear = this.#cipher ? this.#cipher.theirs.unprotect(bytes) : bytes;
    const packet = clear && parseRtp(clear);
    const known = [media.payloadType, media.eventType, comfortNoise];
    if (!packet || !known.includes(packet.payloadType) || packet.payload.length > mostPayloadBytes) return;
    const now = this.#parts.clock.now();
    // What is heard costs work: more of it than anybody says is a flood.
    if (!this.#allowance.take(now)) return;
    this.#latch(from);
    this.#heardAt = now;
    const place = this.#counter.place(packet, now);
    this.#noteJitter(packet, now);
    const isKey = packet.payloadType === media.eventType;
    if (isKey) this.#readKey(packet);
    const { codec } = media;
    const isSound = packet.payloadType === media.payloadType;
    const payload = isSound ? packet.payload : new Uint8Array(0);
    this.#parts.onSound({ codec, payload, ...place });
    if (!isSound && !isKey) this.#parts.onSilence?.();
  }

  receiveReport(bytes: Uint8Array, from: Address): void {
    const media = this.#media;
    if (!media || !this.#isKnownHost(from.address, media)) return;
    const clear = this.#cipher ? this.#cipher.theirReports.unprotect(bytes) : bytes;
    const found = clear && parseReports(clear);
    if (!found) return;
    const now = this.#parts.clock.now();
    if (this.#heardAt !== undefined) this.#heardAt = now;
    if (found.sentTime !== undefined) this.#theirReport = { time: found.sentTime, at: now };
    this.lastReport = found.reports.find(({ ssrc }) => ssrc === this.#ssrc) ?? this.lastReport;
  }

  /** How our sound comes through there, by their reports; undefined until one has come. */
  get quality(): { received: number; lost: number; jitterMs: number } | undefined {
    const report = this.lastReport;
    if (!report) return undefined;
    // Nobody can have lost more than was sent, whatever is reported.
    const lost = Math.min(this.#sent.packets, Math.max(0, report.lost));
    const expected = report.highestSequence - this.#first + 1;
    const received = Math.max(0, Math.min(this.#sent.packets, expected) - lost);
    const jitterMs = Math.round(10 * Math.min(report.jitter / this.#perMs, mostJitterMs)) / 10;
    return { received, lost, jitterMs };
  }

  /** Sends keys before any further sound. */
  press(keys: string): boolean {
    if (this.#media?.eventType === undefined) return false;
    this.#keys.push(...keyFrames(keys, rtpFrameMs, rtpFrameMs * this.#perMs));
    return true;
  }

  get isPressing(): boolean {
    return this.#keys.length > 0;
  }

  /** Sends one frame of 20 ms, or the piece of a key that is due instead; true when the frame was sent. */
  tick(payload: Uint8Array | undefined): boolean {
    const media = this.#media;
    this.#timestamp = (this.#timestamp + rtpFrameMs * this.#perMs) >>> 0;
    if (!media || media.port === 0) return true;
    this.#report();
    const key = this.#keys.shift();
    if (key) {
      this.#sendKey(key, media);
      while (this.#keys[0]?.isCopy) this.#sendKey(this.#keys.shift() ?? key, media);
      return false;
    }
    if (payload && canSend(media)) {
      // The marker is the first packet behind a silence in which none was sent.
      this.#send({
        payloadType: media.payloadType,
        hasMarker: !this.#isTalking,
        timestamp: this.#timestamp,
        payload,
      });
      this.#isTalking = true;
    } else this.#isTalking = false;
    return true;
  }

  /** Says good-bye. */
  close(): void {
    const media = this.#media;
    if (media) this.#sendReport(writeBye(this.#ssrc), media);
    this.#media = undefined;
  }

  #isKnownHost(address: string, media: AgreedMedia): boolean {
    return address === media.address || address === this.#parts.signallingAddress;
  }

  #isPeer(from: Address, media: AgreedMedia): boolean {
    return this.#latched
      ? isSame(from, this.#latched) || isSame(from, media)
      : this.#isKnownHost(from.address, media);
  }

  /**
   * The other side is where it says that it is, as soon as something comes from there: before, a call that is over may
   * still send from the same host. Where nothing does, it is where its first sound comes from.
   */
  #latch(from: Address): void {
    if (this.#latched && isSame(from, this.#latched)) return;
    this.#latched = { ...from };
  }

  #readKey({ payload, ssrc, timestamp }: RtpPacket): void {
    const event = parseKeyEvent(payload);
    const key = event && this.#keyReader.read(event, ssrc, timestamp);
    if (key !== undefined) this.#parts.onKey(key);
  }

  #sendKey({ payload, isFirst, since }: KeyFrame, media: AgreedMedia): void {
    if (isFirst) this.#keyTime = this.#timestamp - since * rtpFrameMs * this.#perMs;
    if (!payload || media.eventType === undefined) return;
    const timestamp = this.#keyTime >>> 0;
    this.#send({ payloadType: media.eventType, hasMarker: isFirst, timestamp, payload });
  }

  #send(packet: Omit<RtpPacket, 'ssrc' | 'sequence'>): void {
    const media = this.#media;
    if (!media) return;
    this.#sequence = (this.#sequence + 1) & 0xffff;
    const bytes = writeRtp({ ...packet, ssrc: this.#ssrc, sequence: this.#sequence });
    this.#sent.packets += 1;
    this.#sent.bytes += packet.payload.length;
    this.#parts.send(this.#cipher ? this.#cipher.ours.protect(bytes) : bytes, this.#latched ?? media, 'rtp');
  }

  #noteJitter({ timestamp }: RtpPacket, now: number): void {
    const transit = now * this.#perMs - timestamp;
    const change = Math.abs(transit - this.#jitter.transit);
    const { value: before } = this.#jitter;
    const value = change > mostChangeMs * this.#perMs ? before : before + (change - before) / 16;
    this.#jitter = { transit, value };
  }

  #report(): void {
    const now = this.#parts.clock.now();
    const media = this.#media;
    if (now < this.#nextReportAt || !media) return;
    this.#nextReportAt = now + reportMs;
    const isSender = this.#sent.packets > this.#reported.sent;
    const report = writeReport({
      ssrc: this.#ssrc,
      nowMs: this.#parts.wallClock(),
      timestamp: this.#timestamp,
      ...this.#sent,
      isSender,
      reports: this.#receptionReports(),
      name: `call-${this.#ssrc.toString(16)}`,
    });
    this.#reported.sent = this.#sent.packets;
    this.#sendReport(report, media);
  }

  #sendReport(report: Uint8Array, media: AgreedMedia): void {
    const bytes = this.#cipher ? this.#cipher.ourReports.protect(report) : report;
    this.#parts.send(bytes, this.#reportAddress(media), 'rtcp');
  }

  #reportAddress(media: AgreedMedia): Address {
    const latched = this.#latched;
    return latched
      ? { address: latched.address, port: latched.port + 1 }
      : { address: media.address, port: media.rtcpPort };
  }

  #receptionReports(): ReceptionReport[] {
    const { ssrc, expected, received, highestSequence } = this.#counter;
    if (ssrc === undefined) return [];
    const [due, came] = [expected - this.#reported.expected, received - this.#reported.received];
    this.#reported = { ...this.#reported, expected, received };
    const lostShare = due > 0 ? Math.max(0, (due - came) / due) : 0;
    const lost = Math.max(0, expected - received);
    const last = this.#theirReport;
    const agoUnits = last && ((this.#parts.clock.now() - last.at) / 1000) * 65_536;
    const lastReport = last && { time: last.time, agoUnits: agoUnits ?? 0 };
    const jitter = this.#jitter.value;
    return [{ ssrc, lostShare, lost, highestSequence, jitter, ...(lastReport && { lastReport }) }];
  }
}

function isSame(one: Address, other: Address): boolean {
  return one.address === other.address && one.port === other.port;
}

function canSend({ direction }: AgreedMedia): boolean {
  return direction === 'sendrecv' || direction === 'sendonly';
}
