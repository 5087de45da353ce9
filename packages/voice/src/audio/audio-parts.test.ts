import { expect, it } from 'vitest';
import { tone } from '../testing/tone.ts';
import { applyGain } from './apply-gain.ts';
import { keypadTones } from './keypad-tones.ts';
import { loudness } from './loudness.ts';
import { trimLead } from './trim-lead.ts';

it('SP-58: volume makes louder up to twice, and clips', () => {
  expect([...applyGain(Int16Array.of(100, -100, 30_000, -30_000), 2)]).toEqual([200, -200, 32_767, -32_768]);
  expect([...applyGain(Int16Array.of(100, 50), 0)]).toEqual([0, 0]);
  const samples = Int16Array.of(1, 2);
  expect(applyGain(samples, 1)).toBe(samples);
});

it('the loudness of a sine is its strength by the root of two', () => {
  expect(loudness(tone(1000, { strength: 10_000 }))).toBeCloseTo(10_000 / Math.SQRT2, -1);
  expect(loudness(new Int16Array(0))).toBe(0);
});

it('a key is heard as its two tones', () => {
  const strengthAt = (samples: Int16Array, hertz: number) => {
    let [re, im] = [0, 0];
    for (const [index, sample] of samples.subarray(0, 800).entries()) {
      re += sample * Math.cos((2 * Math.PI * hertz * index) / 8000);
      im += sample * Math.sin((2 * Math.PI * hertz * index) / 8000);
    }
    return Math.hypot(re, im) / 800;
  };
  const five = keypadTones('5', 8000);
  expect(five).toHaveLength(1600);
  for (const hertz of [770, 1336]) expect(strengthAt(five, hertz)).toBeGreaterThan(2500);
  for (const hertz of [697, 852, 1209, 1477]) expect(strengthAt(five, hertz)).toBeLessThan(600);
  expect(loudness(keypadTones('w', 8000))).toBe(0);
});

it('takes silence off the front of speech', () => {
  const late = new Int16Array(16_000 + 1600);
  late.set(tone(100), 16_000);
  expect(trimLead(late, 16_000).length).toBeLessThan(1600 + 200);
  expect(trimLead(new Int16Array(500), 16_000)).toHaveLength(0);
});
