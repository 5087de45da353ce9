import { expect, it } from 'vitest';
import { Resampler } from './resampler.ts';

const tone = (hertz: number, rate: number, seconds = 0.25) =>
  Int16Array.from({ length: rate * seconds }, (_, index) =>
    Math.round(10_000 * Math.sin((2 * Math.PI * hertz * index) / rate)),
  );

function change(samples: Int16Array, from: number, to: number, piece = samples.length): number[] {
  const resampler = new Resampler(from, to);
  const made: number[] = [];
  for (let at = 0; at < samples.length; at += piece)
    made.push(...resampler.push(samples.subarray(at, at + piece)));
  return [...made, ...resampler.end()];
}

const strength = (samples: readonly number[]) => {
  const middle = samples.slice(samples.length / 4, (samples.length * 3) / 4);
  return Math.sqrt(middle.reduce((sum, sample) => sum + sample * sample, 0) / middle.length);
};

it.each([
  [24_000, 16_000],
  [22_050, 16_000],
  [16_000, 8000],
  [8000, 16_000],
  [44_100, 8000],
])('from %i to %i samples a second a tone stays the tone that it was', (from, to) => {
  const made = change(tone(700, from), from, to);
  const wanted = tone(700, to);
  expect(made).toHaveLength(to * 0.25);
  const worst = made
    .slice(400, -400)
    .reduce((most, sample, index) => Math.max(most, Math.abs(sample - (wanted[index + 400] ?? 0))), 0);
  expect(worst).toBeLessThan(120);
});

it('what the new rate cannot hold does not fold back', () => {
  expect(strength(change(tone(7000, 24_000), 24_000, 8000))).toBeLessThan(15);
  expect(strength(change(tone(700, 24_000), 24_000, 8000))).toBeGreaterThan(6900);
});

it('says the same however the stream is cut', () => {
  const samples = tone(440, 22_050);
  const whole = change(samples, 22_050, 16_000);
  for (const piece of [1, 7, 320, 1000]) expect(change(samples, 22_050, 16_000, piece)).toEqual(whole);
});

it('returns input that has the wanted rate already', () => {
  expect(change(tone(440, 16_000), 16_000, 16_000)).toEqual([...tone(440, 16_000)]);
});
