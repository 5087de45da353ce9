import { expect, it } from 'vitest';
import { VirtualClock } from '../testing/virtual-clock.ts';
import { JitterBuffer } from './jitter-buffer.ts';

const format = { sampleRate: 16_000 };
const frame = (sequence: number) => ({
  format,
  samples: Int16Array.of(sequence),
  place: { sequence, spokenMs: sequence * 20 },
});

function buffer() {
  const clock = new VirtualClock();
  const out: number[] = [];
  const jitter = new JitterBuffer(clock, ({ samples }) => out.push(samples[0] ?? 0));
  const push = (...all: number[]) => {
    for (const one of all) jitter.push(frame(one));
  };
  return { clock, out, jitter, push };
}

it('passes frames in their turn at once, and brings others into it', () => {
  const { out, push } = buffer();
  push(7, 8);
  expect(out).toEqual([7, 8]);
  push(10, 11, 9, 12);
  expect(out).toEqual([7, 8, 9, 10, 11, 12]);
});

it('drops what comes twice', () => {
  const { out, push } = buffer();
  push(0, 1, 1, 0, 2);
  expect(out).toEqual([0, 1, 2]);
});

it('waits 60 ms for a missing frame, and drops it when it comes later', async () => {
  const { out, push, clock } = buffer();
  push(0, 2, 3);
  await clock.advance(59);
  expect(out).toEqual([0]);
  await clock.advance(1);
  expect(out).toEqual([0, 2, 3]);
  push(1, 4);
  expect(out).toEqual([0, 2, 3, 4]);
  expect(clock.pending).toBe(0);
});

it('waits for each gap separately, and for none at the end', async () => {
  const { out, push, clock, jitter } = buffer();
  push(0, 2, 4);
  await clock.advance(60);
  expect(out).toEqual([0, 2]);
  push(6);
  jitter.flush();
  expect(out).toEqual([0, 2, 4, 6]);
  expect(clock.pending).toBe(0);
});

it('keeps no more than a second of frames behind a gap', () => {
  const { out, push } = buffer();
  push(0, ...Array.from({ length: 51 }, (_, index) => index + 2));
  expect(out).toHaveLength(52);
});

it('passes frames without a number as they come', () => {
  const { out, jitter } = buffer();
  for (const value of [3, 1, 2]) jitter.push({ format, samples: Int16Array.of(value) });
  expect(out).toEqual([3, 1, 2]);
});

it('counts what came, what was lost, and what came too late', async () => {
  const { push, clock, jitter } = buffer();
  expect(jitter.figures.quality).toBeUndefined();
  push(0, 1, 1, 4, 5);
  await clock.advance(60);
  push(2, 2, 0, 6);
  expect(jitter.figures.quality).toMatchObject({ received: 5, lost: 1, late: 1 });
  // Restarted, or made up: no loss.
  push(2_000_000_000);
  jitter.flush();
  expect(jitter.figures.quality).toMatchObject({ received: 6, lost: 1, late: 1 });
});

it('counts how unevenly frames come, and no pause as unevenness', async () => {
  const { push, clock, jitter } = buffer();
  for (let sequence = 0; sequence < 50; sequence += 1) {
    push(sequence);
    await clock.advance(20);
  }
  expect(jitter.figures.quality?.jitterMs).toBe(0);
  await clock.advance(60_000);
  for (let sequence = 50; sequence < 150; sequence += 1) {
    push(sequence);
    await clock.advance(sequence % 2 === 0 ? 10 : 30);
  }
  const { jitterMs = 0 } = jitter.figures.quality ?? {};
  expect(jitterMs).toBeGreaterThan(4);
  expect(jitterMs).toBeLessThanOrEqual(10);
});

it('what stands in for a lost frame is heard, and counts as lost until the frame itself comes late', () => {
  const { out, push, jitter } = buffer();
  push(0);
  jitter.push({ ...frame(1), isRecovered: true });
  push(2);
  expect(out).toEqual([0, 1, 2]);
  expect(jitter.figures.quality).toMatchObject({ received: 2, lost: 1, late: 0 });
  push(1);
  expect(out).toEqual([0, 1, 2]);
  expect(jitter.figures.quality).toMatchObject({ received: 2, lost: 0, late: 1 });
});
