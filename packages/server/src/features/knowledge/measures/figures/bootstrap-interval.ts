import type { Estimate } from './estimate.ts';
import { seededNumbers } from './seeded-numbers.ts';

/** A figure of one question, and the document that its passages are of. */
export interface Sample {
  value: number;
  document: string;
}

const resamples = 2000;
const seed = 20;
/** With fewer documents than this, drawing whole ones says nothing. */
const leastDocuments = 10;

/**
 * The mean with the interval of 2,000 resamples. Questions to one document are like each other: where there are enough
 * documents, they are drawn whole, because the interval would be too narrow otherwise.
 */
export function bootstrapInterval(samples: readonly Sample[]): Estimate {
  if (samples.length === 0) return { value: 0, low: 0, high: 0 };
  const value = samples.reduce((sum, one) => sum + one.value, 0) / samples.length;
  const documents = new Set(samples.map(({ document }) => document));
  const isWhole = documents.size >= leastDocuments;
  const groups = new Map<unknown, { sum: number; count: number }>();
  for (const [at, one] of samples.entries()) {
    const key = isWhole ? one.document : at;
    const group = groups.get(key) ?? { sum: 0, count: 0 };
    groups.set(key, { sum: group.sum + one.value, count: group.count + 1 });
  }
  const means = meansOf([...groups.values()]);
  const at = (share: number) => means[Math.round(share * (means.length - 1))] ?? value;
  return { value, low: Math.min(value, at(0.025)), high: Math.max(value, at(0.975)) };
}

function meansOf(groups: readonly { sum: number; count: number }[]): Float64Array {
  const random = seededNumbers(seed);
  const means = new Float64Array(resamples);
  for (let turn = 0; turn < resamples; turn += 1) {
    let sum = 0;
    let count = 0;
    for (let drawn = 0; drawn < groups.length; drawn += 1) {
      const group = groups[Math.floor(random() * groups.length)];
      sum += group?.sum ?? 0;
      count += group?.count ?? 0;
    }
    means[turn] = sum / count;
  }
  return means.sort();
}
