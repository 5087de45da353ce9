import { seededNumbers } from './seeded-numbers.ts';

const seed = 7;
/** Up to so many differences, every way to swap them is counted. */
const mostExact = 14;
const drawn = 10_000;
/** Sums of the same numbers in another order differ by less. */
const tiny = 1e-9;

/**
 * How likely a mean difference at least this large is, were the two configurations the same: then each difference might
 * as well have the other sign. Exact for few of them, else of 10,000 drawn ways.
 */
export function permutationTest(differences: readonly number[]): number {
  const changed = differences.filter((one) => one !== 0);
  if (changed.length === 0) return 1;
  const least = Math.abs(changed.reduce((sum, one) => sum + one, 0)) - tiny;
  return changed.length <= mostExact ? exact(changed, least) : sampled(changed, least);
}

function exact(changed: readonly number[], least: number): number {
  const ways = 2 ** changed.length;
  let extreme = 0;
  for (let way = 0; way < ways; way += 1) {
    const sum = changed.reduce((before, one, at) => before + ((way >> at) & 1 ? one : -one), 0);
    if (Math.abs(sum) >= least) extreme += 1;
  }
  return extreme / ways;
}

function sampled(changed: readonly number[], least: number): number {
  const random = seededNumbers(seed);
  // The way that was seen is one of them.
  let extreme = 1;
  for (let turn = 0; turn < drawn; turn += 1) {
    let sum = 0;
    for (const one of changed) sum += random() < 0.5 ? one : -one;
    if (Math.abs(sum) >= least) extreme += 1;
  }
  return extreme / (drawn + 1);
}
