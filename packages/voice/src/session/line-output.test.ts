import { expect, it } from 'vitest';
import { LineRecorder } from '../audio/line-recorder.ts';
import type { CallClock } from '../call-clock.ts';
import { pacerOf } from './frame-pacer.ts';
import { LineOutput } from './line-output.ts';

const frame = new Int16Array(320);
const onFault = (error: unknown) => {
  throw error;
};

/** A process that is busy for as long as the test says, between two of its timers. */
function busyClock() {
  let now = 1000;
  let due: (() => void) | undefined;
  const clock: CallClock = {
    now: () => now,
    after(_ms, act) {
      due = act;
      return () => {
        due = undefined;
      };
    },
  };
  return {
    clock,
    after(ms: number) {
      now += ms;
      const act = due;
      due = undefined;
      act?.();
    },
  };
}

function line(frames: number) {
  const { clock, after } = busyClock();
  const late: number[] = [];
  let played = 0;
  let left = frames;
  const output = new LineOutput({
    onFault,
    clock,
    sampleRate: 16_000,
    gain: 1,
    recorder: new LineRecorder(clock.now(), 16_000, undefined),
    transport: {
      incoming: (async function* () {})(),
      play: () => {
        played += 1;
      },
      clear: () => {},
      playedMs: () => 0,
      close: async () => {},
    },
    onLate: (count) => late.push(count),
  });
  const source = {
    next() {
      left -= 1;
      return left >= 0 ? frame : undefined;
    },
    onTick: () => {},
  };
  return { output, source, after, late, played: () => played, give: (count: number) => (left = count) };
}

it('a process that comes back in time sends every frame in time', () => {
  const { output, source, after, late, played } = line(100);
  output.start(source);
  for (let tick = 0; tick < 20; tick += 1) after(tick % 3 === 0 ? 70 : 20);
  expect([late, played()]).toEqual([[], expect.any(Number)]);
  expect(played()).toBeGreaterThan(30);
});

it('frames that were there and came after their time are counted', () => {
  const { output, source, after, late } = line(100);
  output.start(source);
  after(20);
  after(180);
  after(20);
  // 80 ms were sent ahead, so 100 are missing.
  expect(late).toEqual([5]);
});

it('a voice that has nothing to send yet, or has ended, is not late', () => {
  const { output, source, after, late, give } = line(2);
  output.start(source);
  after(500);
  give(100);
  after(20);
  output.release(source);
  after(900);
  output.start(source);
  expect(late).toEqual([]);
});

it('a line that never reports what it played is believed half a second later', () => {
  const { output, source, after } = line(2);
  output.start(source);
  const at = output.sentMs;
  for (let tick = 0; tick < 20; tick += 1) after(20);
  expect(output.hasPlayed(at)).toBe(false);
  for (let tick = 0; tick < 10; tick += 1) after(20);
  expect(output.hasPlayed(at)).toBe(true);
});

it('every tick sends one frame, however unevenly they come', () => {
  let now = 1000;
  const timers: { at: number; act: () => void }[] = [];
  const clock: CallClock = {
    now: () => now,
    after(ms, act) {
      const timer = { at: now + ms, act };
      timers.push(timer);
      return () => timers.splice(timers.indexOf(timer), timers.includes(timer) ? 1 : 0);
    },
  };
  // Another call began before: this one's ticks are due when its sound is just as far ahead as it may be.
  pacerOf(clock).add(() => {});
  now += 5;
  const sent: number[] = [];
  const output = new LineOutput({
    onFault,
    ...{ clock, sampleRate: 16_000, gain: 1, recorder: new LineRecorder(now, 16_000, undefined) },
    transport: {
      incoming: (async function* () {})(),
      play: () => sent.push(now),
      clear: () => {},
      playedMs: () => 0,
      close: async () => {},
    },
  });
  output.start({ next: () => frame, onTick: () => {} });
  for (let count = 0; count < 200; count += 1) {
    const [timer] = timers.splice(0, 1);
    now = (timer?.at ?? 0) + [0, 1.5, 0.2, 3, 0.1][count % 5]!;
    timer?.act();
  }
  const gaps = sent.slice(5).map((at, index) => at - (sent[index + 4] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThan(15);
  expect(Math.max(...gaps)).toBeLessThan(25);
});
