import { expect, it } from 'vitest';
import { VirtualClock } from '../testing/virtual-clock.ts';
import { BeatenClock, beatMs } from './beaten-clock.ts';

async function beatFor(ms: number, real: VirtualClock, clock: BeatenClock): Promise<void> {
  for (let gone = 0; gone < ms; gone += beatMs) {
    await real.advance(beatMs);
    clock.beat();
  }
}

it('goes on with its beats, and what was planned comes in its time', async () => {
  const real = new VirtualClock();
  const clock = new BeatenClock(real);
  let firedAt: number | undefined;
  clock.after(205, () => {
    firedAt = clock.now();
  });
  await beatFor(400, real, clock);
  expect(clock.now()).toBe(400);
  expect(firedAt).toBe(205);
});

it('stands still while nobody keeps it going, and goes on from there', async () => {
  const real = new VirtualClock();
  const clock = new BeatenClock(real);
  await beatFor(100, real, clock);
  let firedAt: number | undefined;
  clock.after(500, () => {
    firedAt = clock.now();
  });
  await real.advance(2000);
  const stoodAt = clock.now();
  expect(stoodAt).toBeLessThan(200);
  expect(firedAt).toBeUndefined();
  await beatFor(600, real, clock);
  // From the first beat on.
  expect(clock.now()).toBe(stoodAt + 600 - beatMs);
  expect(firedAt).toBeGreaterThanOrEqual(600);
  expect(firedAt).toBeLessThanOrEqual(600 + beatMs);
});

it('what is no longer wanted does not come', async () => {
  const real = new VirtualClock();
  const clock = new BeatenClock(real);
  let hasFired = false;
  const cancel = clock.after(100, () => {
    hasFired = true;
  });
  await real.advance(1000);
  cancel();
  await beatFor(400, real, clock);
  expect(hasFired).toBe(false);
  expect(real.pending).toBe(0);
});
