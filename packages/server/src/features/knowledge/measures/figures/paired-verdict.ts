import { bootstrapInterval, type Sample } from './bootstrap-interval.ts';
import type { Estimate } from './estimate.ts';
import { permutationTest } from './permutation-test.ts';

/** What can be said of the second configuration against the first. */
interface PairedVerdict {
  verdict: 'better' | 'worse' | 'same' | 'not-shown';
  /** Second minus first, over the same questions. */
  difference: Estimate;
  /** How likely such a difference is by chance. */
  p: number;
  /** About how many more questions would show a difference of this size; null where that says nothing. */
  moreNeeded: number | null;
}

const level = 0.05;
/** Configurations this near to each other are the same. */
const margin = 0.03;
/** Of 5 % and 80 % power, for a mean in units of its deviation. */
const wanted = 7.85;
const mostNeeded = 10_000;

/** Compares figures of the same questions by two configurations. */
export function pairedVerdict(differences: readonly Sample[]): PairedVerdict {
  const difference = bootstrapInterval(differences);
  const p = permutationTest(differences.map(({ value }) => value));
  const { value, low, high } = difference;
  if (differences.length > 0 && p < level && value !== 0)
    return { verdict: value > 0 ? 'better' : 'worse', difference, p, moreNeeded: null };
  // A few questions without any difference show nothing: the interval of nothing is narrow.
  if (differences.length >= 1 / margin && low > -margin && high < margin)
    return { verdict: 'same', difference, p, moreNeeded: null };
  return { verdict: 'not-shown', difference, p, moreNeeded: moreNeeded(differences, value) };
}

function moreNeeded(differences: readonly Sample[], mean: number): number | null {
  const count = differences.length;
  if (count < 2 || mean === 0) return null;
  const variance = differences.reduce((sum, { value }) => sum + (value - mean) ** 2, 0) / (count - 1);
  const needed = Math.ceil((wanted * variance) / mean ** 2);
  return needed > count && needed <= mostNeeded ? needed - count : null;
}
