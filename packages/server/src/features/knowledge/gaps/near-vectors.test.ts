import { seeded } from '@tendril/catalogue/testing/corpus/seeded-words';
import { describe, expect, it } from 'vitest';
import { comparedVector, isNear } from './near-vectors.ts';

const random = seeded(5);
const dimensions = 96;
const made = () => Float32Array.from({ length: dimensions }, () => random() - 0.5);
const scaled = (vector: Float32Array, length = 1) => {
  const own = Math.hypot(...vector);
  return vector.map((value) => (value / own) * length);
};
const product = (one: Float32Array, other: Float32Array) =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);

describe('near vectors', () => {
  it('are those whose whole product is large enough, wherever they differ and however long they are', () => {
    const met = { near: 0, far: 0 };
    for (let round = 0; round < 4000; round += 1) {
      const one = scaled(made(), round % 3 === 0 ? 2.5 : 1);
      const noise = made().map((value, at) => (at < dimensions / 4 === (round % 2 === 0) ? value : 0));
      const share = random() * 1.2;
      const other = scaled(one.map((value, at) => value + share * (noise[at] ?? 0)));
      const isLarge = product(one, other) >= 0.9;
      met[isLarge ? 'near' : 'far'] += 1;
      expect(isNear(comparedVector(one), comparedVector(other), 0.9)).toBe(isLarge);
    }
    expect(Math.min(met.near, met.far)).toBeGreaterThan(300);
  });

  it('have the same dimensions, and some', () => {
    const one = comparedVector(scaled(made()));
    expect(isNear(one, one, 0.9)).toBe(true);
    expect(isNear(one, comparedVector(one.vector.slice(1)), 0.1)).toBe(false);
    expect(isNear(comparedVector(new Float32Array()), comparedVector(new Float32Array()), -1)).toBe(false);
  });
});
