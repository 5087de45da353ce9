import { expect, it } from 'vitest';
import { isWav, readWavHead, toWav } from './wav.ts';

it('a written file says what it holds', () => {
  const file = toWav({ sampleRate: 16_000, samples: Int16Array.of(1, -2, 32_767, -32_768) });
  expect(isWav(file)).toBe(true);
  expect(file).toHaveLength(52);
  expect(readWavHead(file)).toEqual({ coding: 1, channels: 1, sampleRate: 16_000, bits: 16, dataAt: 44 });
  const view = new DataView(file.buffer);
  expect([0, 1, 2, 3].map((index) => view.getInt16(44 + index * 2, true))).toEqual([1, -2, 32_767, -32_768]);
});

it('a head is read past chunks that say something else, and not before it is whole', () => {
  const file = toWav({ sampleRate: 22_050, samples: new Int16Array(4) });
  const noted = new Uint8Array([
    ...file.subarray(0, 36),
    76,
    73,
    83,
    84,
    3,
    0,
    0,
    0,
    1,
    2,
    3,
    0,
    ...file.subarray(36),
  ]);
  expect(readWavHead(noted)).toMatchObject({ sampleRate: 22_050, dataAt: 56 });
  expect(readWavHead(noted.subarray(0, 50))).toBeUndefined();
  expect(isWav(new Uint8Array([1, 2, 3]))).toBe(false);
});
