import { expect, it } from 'vitest';
import { tone } from '../testing/tone.ts';
import { VirtualClock } from '../testing/virtual-clock.ts';
import { SimulatedLine } from './simulated-line.ts';

async function open(parts: Partial<ConstructorParameters<typeof SimulatedLine>[0]> = {}) {
  const clock = new VirtualClock();
  const line = new SimulatedLine({ clock, sampleRate: 8000, ...parts });
  const frames: Int16Array[] = [];
  const heard = (async () => {
    for await (const piece of line.incoming) if ('samples' in piece) frames.push(piece.samples);
  })();
  await clock.advance(100);
  return { clock, line, frames, heard };
}
const loudest = (frames: Int16Array[]) => Math.max(0, ...frames.flatMap((frame) => [...frame]));

it('sends 20 ms at a time whether the caller speaks or not, and notes when it spoke', async () => {
  const { clock, line, frames, heard } = await open();
  const before = frames.length;
  expect(before).toBeGreaterThan(3);
  expect(frames.every((frame) => frame.length === 160)).toBe(true);
  expect(loudest(frames)).toBe(0);
  const saying = line.say(tone(200, { sampleRate: 8000 }));
  await clock.advance(400);
  const span = await saying;
  expect(span.to - span.from).toBe(200);
  expect(line.said).toEqual([span]);
  const spoken = frames.filter((frame) => loudest([frame]) > 1000);
  expect(spoken).toHaveLength(10);
  line.hangUp();
  await heard;
  expect(clock.pending).toBe(0);
});

it('what is said while something is said comes after it, and hanging up ends both', async () => {
  const { clock, line, heard } = await open();
  const first = line.say(tone(100, { sampleRate: 8000 }));
  const second = line.say(tone(100, { sampleRate: 8000 }));
  await clock.advance(140);
  const { to } = await first;
  line.hangUp();
  await second;
  await heard;
  expect(line.said[1]?.from).toBeGreaterThanOrEqual(to - 20);
});

it('there is noise behind the caller, and the way to the agent changes what it sends', async () => {
  const noise = (samples: number) => new Int16Array(samples).fill(40);
  const { line, frames } = await open({ noise, transmit: (frame) => frame.map((sample) => sample * 2) });
  expect(new Set(frames.flatMap((frame) => [...frame]))).toEqual(new Set([80]));
  line.hangUp();
});

it('the agent is heard by the clock, and no further than where it was cut off', async () => {
  const { clock, line } = await open();
  const format = { sampleRate: 8000 };
  for (let count = 0; count < 5; count += 1) line.play({ format, samples: new Int16Array(160) });
  await clock.advance(50);
  expect(line.playedMs()).toBe(50);
  line.clear();
  await clock.advance(200);
  expect(line.playedMs()).toBe(50);
  expect(line.cleared).toEqual([150]);
  line.hangUp();
});
