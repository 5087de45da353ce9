import type { AgreedMedia } from '@tendril/sip/sdp/media-negotiation';
import { encodeG711 } from '@tendril/voice/audio/g711';
import { VirtualClock } from '@tendril/voice/testing/virtual-clock';
import { expect, it } from 'vitest';
import { LineCodecs } from './line-codecs.ts';
import { RtpSound } from './rtp-sound.ts';

const media: AgreedMedia = {
  ...{ address: '127.0.0.1', port: 4000, rtcpPort: 4001, codec: 'pcmu', payloadType: 0 },
  ...{ eventType: 101, direction: 'sendrecv', keys: undefined },
};
const format = { sampleRate: 8000 };
const frame = (value: number) => new Int16Array(160).fill(value);
const heard = (value: number, sequence = 1) => ({
  ...{ codec: 'pcmu' as const, payload: encodeG711('pcmu', frame(value)) },
  ...{ sequence, spokenMs: sequence * 20 },
});

/** A line whose packets are noted instead of sent. */
function openSound(clock: VirtualClock) {
  const noted = {
    sent: [] as number[],
    keys: [] as string[],
    pressed: [] as string[],
    unheard: 0,
    isClosed: false,
  };
  const sound = new RtpSound({
    clock,
    onKey: (key) => noted.keys.push(key),
    onUnheard: () => {
      noted.unheard += 1;
    },
  });
  sound.open({
    heardAt: undefined,
    quality: undefined,
    agree: () => {},
    tick(payload) {
      noted.sent.push(payload?.[0] ?? 0);
      return true;
    },
    press(digits) {
      noted.pressed.push(digits);
      return true;
    },
    close() {
      noted.isClosed = true;
    },
  });
  sound.agree(media);
  return { sound, noted };
}

it('sends a frame every 20 ms from its answer on, silence where there is nothing to say', async () => {
  const clock = new VirtualClock();
  const { sound, noted } = openSound(clock);
  await clock.advance(200);
  expect(noted.sent).toEqual([]);
  sound.start();
  sound.play({ format: sound.format, samples: frame(8000) });
  await clock.advance(1000);
  expect(noted.sent.length).toBeGreaterThanOrEqual(49);
  expect(new Set(noted.sent)).toEqual(new Set([0xff, encodeG711('pcmu', frame(8000))[0]]));
  expect(sound.playedMs()).toBe(20);
});

it('notices once that nothing comes, and waits for whom it is held by', async () => {
  const clock = new VirtualClock();
  const { sound, noted } = openSound(clock);
  sound.start();
  sound.agree({ ...media, direction: 'recvonly' });
  await clock.advance(60_000);
  expect(noted.unheard).toBe(0);
  sound.agree(media);
  await clock.advance(30_000);
  expect(noted.unheard).toBe(1);
});

it('two that are put through hear each other and each other’s keys, and are heard from then on', async () => {
  const clock = new VirtualClock();
  const [one, two] = [openSound(clock), openSound(clock)];
  for (const { sound } of [one, two]) sound.start();
  // Nobody has listened to that line.
  two.sound.hear(heard(300));
  one.sound.bridge(two.sound);
  two.sound.bridge(one.sound);
  one.sound.hear(heard(8000));
  one.sound.hearKey('4');
  await clock.advance(60);
  expect(two.noted.sent).toContain(encodeG711('pcmu', frame(8000))[0]);
  expect([two.noted.pressed, one.noted.keys]).toEqual([['4'], []]);
  // An agent that is still speaking reaches nobody.
  one.sound.play({ format: one.sound.format, samples: frame(2000) });
  await clock.advance(60);
  expect(one.noted.sent).not.toContain(encodeG711('pcmu', frame(2000))[0]);
  two.sound.hear(heard(500, 200));
  for (const { sound } of [one, two]) sound.close();
  for (const { incoming, level } of [
    { incoming: one.sound.incoming, level: 8000 },
    { incoming: one.sound.bridgedIncoming, level: 500 },
  ]) {
    const levels: number[] = [];
    for await (const piece of incoming ?? [])
      if ('samples' in piece) levels.push(Math.round((piece.samples[0] ?? 0) / 500) * 500);
    expect(levels).toEqual([level]);
  }
});

it('goes on with another line’s packets: that one is heard and spoken to, and its end is not theirs', async () => {
  const clock = new VirtualClock();
  const [one, two] = [openSound(clock), openSound(clock)];
  for (const { sound } of [one, two]) sound.start();
  one.sound.adopt(two.sound);
  expect(one.noted.isClosed).toBe(true);
  two.sound.close();
  expect(two.noted.isClosed).toBe(false);
  two.sound.hear(heard(8000, 700));
  two.sound.hearKey('7');
  one.sound.play({ format: one.sound.format, samples: frame(4000) });
  await clock.advance(100);
  expect(two.noted.sent).toContain(encodeG711('pcmu', frame(4000))[0]);
  expect(one.noted.keys).toEqual(['7']);
  one.sound.close();
  const pieces = [];
  for await (const piece of one.sound.incoming) pieces.push(piece);
  expect(pieces).toEqual([
    { format, samples: expect.any(Int16Array), place: { sequence: 700, spokenMs: 14_000 } },
  ]);
  expect(two.noted.isClosed).toBe(true);
});

it('lets nobody but who waits for the answer hear what comes before it', async () => {
  const clock = new VirtualClock();
  const [waiting, called] = [openSound(clock), openSound(clock)];
  waiting.sound.start();
  called.sound.playEarlyTo(waiting.sound);
  called.sound.startEarly();
  called.sound.hear(heard(8000));
  called.sound.hearKey('5');
  await clock.advance(60);
  expect(waiting.noted.sent).toContain(encodeG711('pcmu', frame(8000))[0]);
  expect([called.sound.earlyMs(), called.noted.keys, called.noted.unheard]).toEqual([20, [], 0]);
  called.sound.start();
  called.sound.hear(heard(4000, 2));
  called.sound.close();
  const pieces = [];
  for await (const piece of called.sound.incoming) pieces.push(piece);
  expect(pieces).toHaveLength(1);
});

it('two who are put through hear each other, whatever each of them speaks', async () => {
  const clock = new VirtualClock();
  const [wide, narrow] = [openSound(clock), openSound(clock)];
  wide.sound.agree({ ...media, codec: 'opus', payloadType: 111 });
  await expect.poll(() => wide.noted.sent.length === 0 && wide.sound.format.sampleRate).toBe(16_000);
  for (const { sound } of [wide, narrow]) sound.start();
  narrow.sound.bridge(wide.sound);
  wide.sound.bridge(narrow.sound);
  await expect
    .poll(async () => {
      await clock.advance(20);
      return wide.noted.sent.length;
    })
    .toBeGreaterThan(0);
  const before = wide.noted.sent.length;
  for (let index = 1; index <= 10; index += 1) {
    narrow.sound.hear(heard(8000, index));
    await clock.advance(20);
  }
  expect(wide.noted.sent.length - before).toBe(10);
});

it('one lost packet of Opus is heard from the next one; if it comes all the same, it is late', async () => {
  const clock = new VirtualClock();
  const { sound } = openSound(clock);
  sound.agree({ ...media, codec: 'opus', payloadType: 111 });
  sound.start();
  const sender = new LineCodecs(16_000);
  sender.prepare('opus');
  await expect.poll(() => sender.encode('opus', undefined)).toBeDefined();
  const packets = Array.from({ length: 8 }, (_, index) => ({
    ...{ codec: 'opus' as const, payload: sender.encode('opus', new Int16Array(320).fill(4000))! },
    ...{ sequence: index, spokenMs: index * 20 },
  }));
  sender.close();
  for (const packet of packets.slice(0, 3)) sound.hear(packet);
  // Its codec is being loaded until now.
  await expect.poll(() => sound.incoming.waiting).toBe(3);
  for (const index of [4, 3, 7]) sound.hear(packets[index]!);
  sound.close();
  const pieces: unknown[][] = [];
  for await (const piece of sound.incoming)
    if (!('isPaused' in piece))
      pieces.push([piece.place?.sequence, piece.samples.length, piece.isRecovered === true]);
  expect(pieces).toEqual([
    ...[0, 1, 2].map((sequence) => [sequence, 320, false]),
    [3, 320, true],
    [4, 320, false],
    [3, 0, false],
    [7, 320, false],
  ]);
});
