import { expect, it } from 'vitest';
import { frameMs } from './audio-format.ts';

it('computes the length of a telephone frame of 160 samples as 20 ms', () => {
  expect(frameMs({ format: { sampleRate: 8000 }, samples: new Int16Array(160) })).toBe(20);
});
