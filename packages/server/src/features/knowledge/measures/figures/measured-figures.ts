import { bootstrapInterval, type Sample } from './bootstrap-interval.ts';
import type { CaseFigures } from './case-figures.ts';
import type { Estimate } from './estimate.ts';
import { wilsonInterval } from './wilson-interval.ts';

/** A question as it was measured. */
interface MeasuredCase {
  figures: CaseFigures;
  document: string;
  /** Of the search, without the embedding of the question. */
  ms: number;
  costUsd: number;
}

/** Figures of one configuration over all questions. */
export interface MeasuredFigures {
  cases: number;
  hit: Estimate;
  recall: Estimate;
  mrr: Estimate;
  ndcg: Estimate;
  p50Ms: number;
  p95Ms: number;
  costUsd: number;
}

/** The smallest number that so large a share of them does not exceed. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

const fewCases = 20;

/**
 * Resampling a few questions, or equal ones, pretends to know too much. Of figures between 0 and 1 none varies more than
 * hits do, so their interval holds then.
 */
function meanInterval(samples: readonly Sample[]): Estimate {
  const interval = bootstrapInterval(samples);
  if (samples.length >= fewCases && interval.low < interval.high) return interval;
  return wilsonInterval(interval.value * samples.length, samples.length);
}

/** Sums up what was measured. */
export function measuredFigures(cases: readonly MeasuredCase[]): MeasuredFigures {
  const mean = (of: (figures: CaseFigures) => number) =>
    meanInterval(cases.map(({ figures, document }) => ({ value: of(figures), document })));
  const times = cases.map(({ ms }) => ms);
  return {
    cases: cases.length,
    hit: wilsonInterval(cases.filter(({ figures }) => figures.hit === 1).length, cases.length),
    recall: mean(({ recall }) => recall),
    mrr: mean(({ reciprocalRank }) => reciprocalRank),
    ndcg: mean(({ ndcg }) => ndcg),
    p50Ms: percentile(times, 0.5),
    p95Ms: percentile(times, 0.95),
    costUsd: cases.reduce((sum, { costUsd }) => sum + costUsd, 0),
  };
}
