import fc from 'fast-check';
import { seededRandom } from '../seeded-random.ts';

const mostSeeds = 2 ** 31;

/** Choices that one seed repeats: of numbers, of list members, and of values by fast-check. */
export interface Draw {
  /** From 0 up to 1. */
  number(): number;
  /** From 0 up to `below`. */
  below(below: number): number;
  /** Whether something of this likelihood happens. */
  chance(likelihood: number): boolean;
  pick<T>(choices: readonly T[]): T;
  value<T>(arbitrary: fc.Arbitrary<T>): T;
}

/** The choices of one request of a campaign: the same for the same seed and place in it. */
export function createDraw(seed: number, place: number): Draw {
  const number = seededRandom((Math.imul(seed, 0x9e3779b1) ^ Math.imul(place + 1, 0x85ebca6b)) >>> 0);
  const below = (most: number) => Math.floor(number() * most);
  return {
    number,
    below,
    chance: (likelihood) => number() < likelihood,
    pick: (choices) => choices[below(choices.length)] as never,
    value: (arbitrary) => fc.sample(arbitrary, { seed: below(mostSeeds), numRuns: 1 })[0] as never,
  };
}
