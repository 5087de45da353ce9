import { expect, it } from 'vitest';
import type { AgreedMedia } from '../sdp/media-negotiation.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { parseReports } from './rtcp-packet.ts';
import { parseRtp, writeRtp } from './rtp-packet.ts';
import { type HeardSound, RtpSession } from './rtp-session.ts';
import { deriveSrtpKeys, SrtpStream } from './srtp.ts';

const payload = new Uint8Array(160).fill(0xff);
const media: AgreedMedia = {
  ...{ address: '192.0.2.1', port: 4000, rtcpPort: 4001, codec: 'pcmu', payloadType: 0, eventType: 101 },
  ...{ direction: 'sendrecv', keys: undefined },
};
const peer = { address: '192.0.2.1', port: 4000 };

function session() {
  const clock = new ManualClock();
  const heard: HeardSound[] = [];
  const keys: string[] = [];
  const sent: { packet: Uint8Array; to: { address: string; port: number }; channel: string }[] = [];
  const silences: number[] = [];
  const rtp = new RtpSession({
    onSilence: () => silences.push(clock.now()),
    clock,
    wallClock: () => 1_700_000_000_000 + clock.now(),
    send: (packet, { address, port }, channel) => sent.push({ packet, to: { address, port }, channel }),
    signallingAddress: '192.0.2.9',
    onSound: (sound) => heard.push(sound),
    onKey: (key) => keys.push(key),
  });
  rtp.agree(media);
  const receive = (fields: Partial<Parameters<typeof writeRtp>[0]>, from = peer) =>
    rtp.receive(
      writeRtp({ payloadType: 0, hasMarker: false, sequence: 0, timestamp: 0, ssrc: 1, payload, ...fields }),
      from,
    );
  return { clock, heard, keys, sent, silences, rtp, receive };
}

it('places packets beyond the wrap of sequence and timestamp, in whatever order they come', () => {
  const { heard, receive } = session();
  for (const step of [0, 2, 1, 3])
    receive({ sequence: (65_534 + step) & 0xffff, timestamp: (2 ** 32 - 160 + 160 * step) >>> 0 });
  expect(heard.map(({ sequence, spokenMs }) => [sequence, spokenMs])).toEqual([
    [0, 0],
    [2, 40],
    [1, 20],
    [3, 60],
  ]);
});

it('goes on behind what has come when the sender starts over', () => {
  const { heard, receive, clock } = session();
  receive({ sequence: 500, timestamp: 80_000 });
  clock.advance(100);
  receive({ ssrc: 2, sequence: 9, timestamp: 5 });
  receive({ ssrc: 2, sequence: 10, timestamp: 165 });
  receive({ ssrc: 2, sequence: 40_000, timestamp: 900_000 });
  expect(heard.map(({ sequence }) => sequence)).toEqual([0, 1, 2, 3]);
  expect(heard.map(({ spokenMs }) => spokenMs)).toEqual([0, 100, 120, 140]);
});

it('hears nobody but the other side: its address at first, its port too from then on', () => {
  const { heard, receive, rtp, sent } = session();
  receive({}, { address: '203.0.113.5', port: 4000 });
  expect(heard).toEqual([]);
  receive({ sequence: 1 }, { address: '192.0.2.9', port: 7777 });
  receive({ sequence: 2 }, { address: '192.0.2.9', port: 7778 });
  receive({ sequence: 2 }, { address: '192.0.2.1', port: 4002 });
  expect(heard).toHaveLength(1);
  rtp.tick(payload);
  expect(sent[0]?.to).toEqual({ address: '192.0.2.9', port: 7777 });
  rtp.agree({ ...media, port: 5000 });
  receive({ sequence: 3 }, { address: '192.0.2.1', port: 5000 });
  expect(heard).toHaveLength(2);
});

it('hears who is where the other side says that it is, although a lost call still sends to the same port', () => {
  const { heard, receive, rtp, sent } = session();
  const lost = { address: '192.0.2.1', port: 4998 };
  receive({ ssrc: 7, sequence: 900 }, lost);
  receive({ sequence: 1 });
  receive({ ssrc: 7, sequence: 901 }, lost);
  receive({ sequence: 2 });
  expect(heard).toHaveLength(3);
  rtp.tick(payload);
  expect(sent.at(-1)?.to).toEqual(peer);
});

it('takes each key once, however often its packets come, and leaves no gap for it', () => {
  const { heard, keys, receive } = session();
  const event = (sequence: number, timestamp: number, bytes: number[]) =>
    receive({ payloadType: 101, sequence, timestamp, payload: Uint8Array.from(bytes) });
  receive({ sequence: 0 });
  event(1, 160, [5, 10, 0, 160]);
  event(2, 160, [5, 10, 1, 64]);
  for (const sequence of [3, 4, 5]) event(sequence, 160, [5, 0x8a, 1, 224]);
  event(6, 2000, [11, 0x8a, 1, 224]);
  event(7, 4000, [99, 0x8a, 1, 224]);
  receive({ sequence: 8, timestamp: 5000 });
  expect(keys).toEqual(['5', '#']);
  expect(heard.map(({ sequence }) => sequence)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
});

it('sends what it is told to press in the order of the standard, and the sound waits', () => {
  const one = session();
  const other = session();
  expect(one.rtp.press('1w#')).toBe(true);
  let frames = 0;
  while (!one.rtp.tick(payload)) frames += 1;
  for (const { packet } of one.sent) other.rtp.receive(packet, peer);
  expect(other.keys).toEqual(['1', '#']);
  expect(frames).toBe((100 + 60 + 500 + 100 + 60) / 20);
  const events = one.sent
    .map(({ packet }) => parseRtp(packet))
    .filter((packet) => packet?.payloadType === 101);
  expect(events.map((packet) => packet?.hasMarker).filter(Boolean)).toHaveLength(2);
  expect(events).toHaveLength(14);
  one.rtp.agree({ ...media, eventType: undefined });
  expect(one.rtp.press('1')).toBe(false);
});

it('reports every five seconds what it has sent and heard', () => {
  const { rtp, sent, receive, clock } = session();
  for (let count = 0; count < 300; count += 1) {
    if (count % 10 > 0) receive({ sequence: count, timestamp: 160 * count });
    rtp.tick(payload);
    clock.advance(20);
  }
  const report = sent.find(({ channel }) => channel === 'rtcp');
  expect(report?.to).toEqual({ address: '192.0.2.1', port: 4001 });
  const found = parseReports(report?.packet ?? new Uint8Array());
  expect(found?.reports[0]).toMatchObject({ ssrc: 1, lost: expect.any(Number) });
  expect(found?.reports[0]?.lostShare).toBeCloseTo(0.1, 1);
  rtp.close();
  expect(parseReports(sent.at(-1)?.packet ?? new Uint8Array())?.isBye).toBe(true);
});

it('sends nothing while it must not, and no sound to a refused line', () => {
  const { rtp, sent } = session();
  rtp.agree({ ...media, direction: 'recvonly' });
  rtp.tick(payload);
  rtp.agree({ ...media, port: 0 });
  rtp.tick(payload);
  expect(sent).toEqual([]);
});

it('derives the keys of the standard', () => {
  const master = Buffer.from('E1F97A0D3E018BE0D64FA32C06DE41390EC675AD498AFEEBB6960B3AABE6', 'hex');
  const { cipher, auth, salt } = deriveSrtpKeys(master);
  expect(cipher.toString('hex')).toBe('c61e7a93744f39ee10734afe3ff7a087');
  expect(salt.toString('hex')).toBe('30cbbc08863d8c85d49db34a9ae1');
  expect(auth.toString('hex')).toBe('cebe321f6ff7716b6fd4ab49af256a156d38baa4');
});

it('encrypts sound so that only the other side reads it, once, across the wrap of its sequence', () => {
  const key = Buffer.alloc(30, 7).toString('base64');
  const [sender, receiver] = [new SrtpStream(key), new SrtpStream(key)];
  const packets = Array.from({ length: 10 }, (_, index) =>
    writeRtp({
      ...{ payloadType: 0, hasMarker: false, sequence: (65_530 + index) & 0xffff, timestamp: index, ssrc: 3 },
      payload,
    }),
  );
  const sealed = packets.map((packet) => sender.protect(packet));
  const order = [0, 1, 3, 2, 4, 5, 7, 6, 8, 9];
  for (const index of order)
    expect(receiver.unprotect(sealed[index] ?? payload)).toEqual(Buffer.from(packets[index] ?? []));
  expect(receiver.unprotect(sealed[4] ?? payload)).toBeUndefined();
  const forged = Uint8Array.from(sender.protect(packets[9] ?? payload));
  forged[20] = (forged[20] ?? 0) ^ 1;
  expect(receiver.unprotect(forged)).toBeUndefined();
  expect(
    new SrtpStream(Buffer.alloc(30, 8).toString('base64')).unprotect(sealed[0] ?? payload),
  ).toBeUndefined();
  expect(receiver.unprotect(new Uint8Array(5))).toBeUndefined();
});

it('comfort noise is a silence that is not sent: nothing is missing, and the voice behind it keeps its place', () => {
  const { heard, receive, clock, rtp, silences } = session();
  receive({ sequence: 1, timestamp: 0 });
  clock.advance(20);
  receive({ sequence: 2, timestamp: 160, payloadType: 13, payload: new Uint8Array([70]) });
  expect([silences, rtp.heardAt, heard.at(-1)?.payload.length]).toEqual([[20], 20, 0]);
  clock.advance(3000);
  receive({ sequence: 3, timestamp: 160 + 8 * 3000, hasMarker: true });
  expect(heard.map(({ sequence, spokenMs }) => [sequence, spokenMs])).toEqual([
    [0, 0],
    [1, 20],
    [2, 3020],
  ]);
});

it('ATK: no bytes make it throw, in the clear or encrypted, and none of them is heard', () => {
  for (const keys of [
    undefined,
    { ours: Buffer.alloc(30, 1).toString('base64'), theirs: Buffer.alloc(30, 2).toString('base64') },
  ]) {
    const { heard, rtp, keys: pressed } = session();
    rtp.agree({ ...media, keys });
    let seed = 1;
    for (let index = 0; index < 5000; index += 1) {
      const bytes = Uint8Array.from({ length: index % 200 }, () => {
        seed = (seed * 48_271) % 2_147_483_647;
        return seed & 0xff;
      });
      // The version of RTP, so that more of it is read; no kind of sound that was agreed on.
      if (bytes.length > 1)
        [bytes[0], bytes[1]] = [0x80 | ((bytes[0] ?? 0) & 0x3f), 0x60 | ((bytes[1] ?? 0) & 3)];
      rtp.receive(bytes, peer);
      rtp.receiveReport(bytes, peer);
    }
    expect([heard, pressed]).toEqual([[], []]);
  }
});

it('ATK: an encrypted packet that was changed or comes again is not heard', () => {
  const [ours, theirs] = [Buffer.alloc(30, 1).toString('base64'), Buffer.alloc(30, 2).toString('base64')];
  const { heard, rtp } = session();
  rtp.agree({ ...media, keys: { ours, theirs } });
  const sender = new SrtpStream(theirs);
  const packet = (sequence: number) =>
    sender.protect(
      writeRtp({ payloadType: 0, hasMarker: false, sequence, timestamp: 160 * sequence, ssrc: 1, payload }),
    );
  const [first, second] = [packet(1), packet(2)];
  rtp.receive(first, peer);
  rtp.receive(first, peer);
  expect(heard).toHaveLength(1);
  for (let at = 0; at < second.length; at += 7) {
    const changed = Uint8Array.from(second);
    changed[at] = (changed[at] ?? 0) ^ 1;
    rtp.receive(changed, peer);
  }
  rtp.receive(
    writeRtp({ payloadType: 0, hasMarker: false, sequence: 3, timestamp: 480, ssrc: 1, payload }),
    peer,
  );
  expect(heard).toHaveLength(1);
  rtp.receive(second, peer);
  expect(heard).toHaveLength(2);
});

it('ATK: of a flood of packets little is heard, and the conversation goes on in its time behind it', () => {
  const { heard, receive, clock } = session();
  receive({ sequence: 1, timestamp: 160 });
  for (let index = 0; index < 50_000; index += 1) {
    receive({ ssrc: index, sequence: index, timestamp: index * 7 });
    receive({ payloadType: 96 + (index % 30) });
    receive({ payload: new Uint8Array(60_000) });
    receive({}, { address: '192.0.2.66', port: 4000 });
  }
  expect(heard.length).toBeLessThanOrEqual(500);
  expect(heard.every(({ payload: { length } }) => length <= 1500)).toBe(true);
  clock.advance(3000);
  const before = heard.length;
  for (let index = 0; index < 50; index += 1) {
    receive({ ssrc: 7, sequence: 100 + index, timestamp: index * 160 });
    clock.advance(20);
  }
  const after = heard.slice(before);
  expect(after).toHaveLength(50);
  expect(after[0]?.spokenMs).toBeLessThan(3500);
  expect(after.at(-1)?.spokenMs).toBe((after[0]?.spokenMs ?? 0) + 49 * 20);
});
