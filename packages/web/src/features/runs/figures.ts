import { dollarsText } from '../../kit/lib/dollars-text.ts';

const secondMs = 1000;

const wholeRunMs = 100;

const inSeconds = (ms: number) => `${(ms / secondMs).toFixed(2)} s`;

/** How long a run took: "0.94 s", and "12 ms" where seconds would say nothing. */
export function runTime(ms: number): string {
  return ms < wholeRunMs ? `${Math.max(1, Math.round(ms))} ms` : inSeconds(ms);
}

/** How long a step took, in its own unit: "0.4 ms", "112 ms", "1.30 s". */
export function shortMs(ms: number): string {
  if (ms >= secondMs - 0.5) return inSeconds(ms);
  return ms > 0 && ms < 9.95 ? `${Math.max(0.1, ms).toFixed(1)} ms` : `${Math.round(ms)} ms`;
}

/** Dollars: "$0.0005"; empty for what cost nothing. */
export function inDollars(costUsd: number | undefined): string {
  return costUsd && costUsd > 0 ? dollarsText(costUsd) : '';
}

/** A cost where a value is required: "$0" if free, "–" if unknown. */
export function costFigure(costUsd: number | undefined): string {
  return costUsd === undefined ? '–' : dollarsText(costUsd);
}

const count = new Intl.NumberFormat('en');

/** A count with its thousands apart: "1,184". */
export function inThousands(value: number): string {
  return count.format(value);
}

/** Estimated tokens of a text at four characters each, where no provider has counted them. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4);
}
