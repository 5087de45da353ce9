import { expect, it } from 'vitest';
import { VirtualClock } from '../testing/virtual-clock.ts';
import { FramePacer, pacerOf } from './frame-pacer.ts';

function paced(count: number) {
  const clock = new VirtualClock();
  const pacer = new FramePacer(clock);
  const times = Array.from({ length: count }, (): number[] => []);
  const ends = times.map((own) => pacer.add(() => own.push(clock.now())));
  return { clock, times, ends };
}

it('calls a lone member every 20 ms', async () => {
  const { clock, times } = paced(1);
  await clock.advance(100);
  expect(times[0]).toEqual([20, 40, 60, 80, 100]);
});

it('spreads members over the time of a frame, each of them every 20 ms', async () => {
  const { clock, times } = paced(8);
  await clock.advance(60);
  const firsts = times.map(([first]) => first ?? 0);
  for (const phase of [5, 10, 15, 20]) expect(firsts.filter((at) => at === phase)).toHaveLength(2);
  for (const own of times)
    expect(own.slice(1).every((at, index) => at - (own[index] ?? 0) === 20)).toBe(true);
});

it('keeps its grid when the process was busy, and repeats nothing', () => {
  let now = 0;
  let due: { at: number; act: () => void } | undefined;
  const pacer = new FramePacer({
    now: () => now,
    after(ms, act) {
      due = { at: now + ms, act };
      return () => {
        due = undefined;
      };
    },
  });
  const times: number[] = [];
  pacer.add(() => times.push(now));
  for (const late of [0, 7, 95, 0, 0]) {
    now = (due?.at ?? 0) + late;
    due?.act();
  }
  expect(times).toEqual([20, 47, 155, 160, 180]);
});

it('leaves no timer behind when nobody is there any more', async () => {
  const { clock, times, ends } = paced(3);
  await clock.advance(40);
  for (const end of ends) end();
  expect(clock.pending).toBe(0);
  const before = times.flat().length;
  await clock.advance(100);
  expect(times.flat()).toHaveLength(before);
});

it('calls the others when one fails', async () => {
  const clock = new VirtualClock();
  const pacer = new FramePacer(clock);
  let calls = 0;
  const end = pacer.add(() => {
    end();
    throw new Error('The socket is gone.');
  });
  for (let count = 0; count < 4; count += 1) pacer.add(() => (calls += 1));
  await expect(clock.advance(20)).rejects.toThrow('The socket is gone.');
  await clock.advance(20);
  expect(calls).toBeGreaterThanOrEqual(4);
});

it('is one for all calls of a clock', () => {
  const clock = new VirtualClock();
  expect(pacerOf(clock)).toBe(pacerOf(clock));
  expect(pacerOf(clock)).not.toBe(pacerOf(new VirtualClock()));
});
