import { expect, it } from 'vitest';
import { readLevels } from './read-levels.ts';

it('reads the loudness of both sides where it is', () => {
  const wav = new ArrayBuffer(44 + 400 * 4);
  new DataView(wav).setUint32(24, 16_000, true);
  const samples = new Int16Array(wav, 44);
  for (let at = 0; at < 100; at += 1) samples[at * 2] = 4000;
  for (let at = 300; at < 400; at += 1) samples[at * 2 + 1] = 8000;
  expect(readLevels(wav, 4)).toEqual({ lengthMs: 25, caller: [0.5, 0, 0, 0], agent: [0, 0, 0, 1] });
});

it('reads nothing from a recording without sound', () => {
  expect(readLevels(new ArrayBuffer(44), 2)).toEqual({ lengthMs: 0, caller: [0, 0], agent: [0, 0] });
});
