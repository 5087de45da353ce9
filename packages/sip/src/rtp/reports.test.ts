import { describe, expect, it } from 'vitest';
import type { AgreedMedia } from '../sdp/media-negotiation.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { parseReports, writeBye, writeReport } from './rtcp-packet.ts';
import { RtpSession } from './rtp-session.ts';

const [one, two] = [Buffer.alloc(30, 1).toString('base64'), Buffer.alloc(30, 2).toString('base64')];
const frame = new Uint8Array(160).fill(0xff);

type Loses = (count: number) => boolean;

/** Two sides that talk for a time, over a line that loses some of what the first one sends. */
function talk(
  isEncrypted: boolean,
  { loses = () => false, ms = 12_000 }: { loses?: Loses; ms?: number } = {},
) {
  const clock = new ManualClock();
  const reports: Uint8Array[] = [];
  let count = 0;
  const sides: RtpSession[] = [];
  const open = (index: 0 | 1) =>
    new RtpSession({
      ...{
        clock,
        wallClock: () => 1_700_000_000_000 + clock.now(),
        signallingAddress: `10.0.0.${2 - index}`,
      },
      send(packet, _to, channel) {
        const from = { address: `10.0.0.${index + 1}`, port: channel === 'rtp' ? 4000 : 4001 };
        if (channel === 'rtcp') {
          reports.push(packet);
          sides[1 - index]?.receiveReport(packet, from);
          return;
        }
        if (index === 0) count += 1;
        if (index === 1 || !loses(count)) sides[1 - index]?.receive(packet, from);
      },
      onSound() {},
      onKey() {},
    });
  sides.push(open(0), open(1));
  sides.forEach((side, index) => {
    const keys = isEncrypted ? { ours: [one, two][index] ?? '', theirs: [two, one][index] ?? '' } : undefined;
    const media: AgreedMedia = {
      ...{ address: `10.0.0.${2 - index}`, port: 4000, rtcpPort: 4001, codec: 'pcmu', payloadType: 0 },
      ...{ eventType: 101, direction: 'sendrecv', keys },
    };
    side.agree(media);
  });
  for (let at = 0; at < ms; at += 20) {
    for (const side of sides) side.tick(frame);
    clock.advance(20);
  }
  const [ours, theirs] = sides;
  if (!ours || !theirs) throw new Error('No sides.');
  return { clock, ours, theirs, reports };
}

describe.each([
  ['in the clear', false],
  ['encrypted', true],
])('reports of a call, %s', (_how, isEncrypted) => {
  it('say to each side how its sound comes through', () => {
    const { ours, theirs } = talk(isEncrypted, { loses: (count) => count % 10 === 5 });
    const { received = 0, lost = 0, jitterMs } = ours.quality ?? {};
    expect(lost / (lost + received)).toBeCloseTo(0.1, 2);
    expect(lost + received).toBeGreaterThan(450);
    expect(jitterMs).toBe(0);
    expect(theirs.quality).toMatchObject({ lost: 0, jitterMs: 0 });
  });

  it('are read by the side that they are for, and by nobody who listens to an encrypted call', () => {
    const { reports } = talk(isEncrypted, { ms: 11_000 });
    expect(reports.length).toBeGreaterThanOrEqual(4);
    const last = parseReports(reports.at(-1) ?? frame);
    expect(last?.reports[0]?.lost === 0).toBe(!isEncrypted);
  });

  it('keep a call of silence alive', () => {
    const { clock, ours, theirs } = talk(isEncrypted);
    const heardAt = theirs.heardAt ?? 0;
    for (let at = 0; at < 6000; at += 20) {
      ours.tick(undefined);
      clock.advance(20);
    }
    expect(theirs.heardAt).toBeGreaterThan(heardAt + 2000);
  });
});

it('who sends nothing reports what it receives, with the time of the last report', () => {
  const reports = [{ ssrc: 9, lostShare: 0, lost: 3, highestSequence: 70_000, jitter: 16 }];
  const sent = { ssrc: 1, nowMs: 1_700_000_000_500, timestamp: 1, packets: 0, bytes: 0, name: 'a' };
  const lastReport = { time: 0x1234_5678, agoUnits: 65_536 };
  const receiver = writeReport({
    ...{ ...sent, isSender: false },
    reports: [{ ...(reports[0] as (typeof reports)[0]), lastReport }],
  });
  expect([receiver[1], receiver.readUInt32BE(24), receiver.readUInt32BE(28)]).toEqual([
    201, 0x1234_5678, 65_536,
  ]);
  expect(parseReports(receiver)?.reports).toEqual(reports);
  const sender = writeReport({ ...sent, isSender: true, reports });
  expect([sender[1], parseReports(sender)?.reports]).toEqual([200, reports]);
  // The middle of a time in 64 bits: half a second is half of its fraction.
  expect((parseReports(sender)?.sentTime ?? 0) & 0xffff).toBe(0x8000);
});

describe('ATK: forged reports', () => {
  const forge = (ssrc: number, changes: object = {}) =>
    writeReport({
      ...{ ssrc: 66, nowMs: 0, timestamp: 0, packets: 0, bytes: 0, isSender: false, name: 'x' },
      reports: [
        {
          ...{ ssrc, lostShare: 1, lost: 0x7fffff, highestSequence: 0xffff_ffff, jitter: 0xffff_ffff },
          ...changes,
        },
      ],
    });

  it('about somebody else, from elsewhere, or that are none, change nothing', () => {
    const { ours } = talk(false);
    const before = ours.quality;
    const from = { address: '10.0.0.2', port: 4001 };
    ours.receiveReport(forge(1), from);
    ours.receiveReport(forge(1), { address: '203.0.113.66', port: 4001 });
    ours.receiveReport(writeBye(66), from);
    ours.receiveReport(forge(1).subarray(4), from);
    expect([ours.quality, before?.lost]).toEqual([before, 0]);
  });

  it('with figures that cannot be are cut to what was sent', () => {
    const { ours, reports } = talk(false);
    const ssrc = Buffer.from(reports[0] ?? []).readUInt32BE(4);
    ours.receiveReport(forge(ssrc), { address: '10.0.0.2', port: 4001 });
    const { received = -1, lost = 0, jitterMs = 0 } = ours.quality ?? {};
    expect(lost).toBeLessThanOrEqual(600);
    expect([received, jitterMs]).toEqual([0, 10_000]);
    const negative = Buffer.from(forge(ssrc));
    negative.writeIntBE(-5, 13, 3);
    ours.receiveReport(negative, { address: '10.0.0.2', port: 4001 });
    expect(ours.quality?.lost).toBe(0);
  });

  it('in the clear do not reach an encrypted call', () => {
    const { ours, clock } = talk(true);
    const before = [ours.quality, ours.heardAt];
    clock.advance(100);
    ours.receiveReport(forge(1), { address: '10.0.0.2', port: 4001 });
    expect([ours.quality, ours.heardAt]).toEqual(before);
  });
});
