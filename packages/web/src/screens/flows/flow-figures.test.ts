import type { FlowSummary } from '@tendril/contract/api/flows';
import { expect, it } from 'vitest';
import { costText, errorShare, isAlarming, shareText, sumFigures, timeText } from './flow-figures.ts';

const flow = (runs: number[], failedRuns: number, costUsd: number | null) =>
  ({ runs, failedRuns, costUsd }) as FlowSummary;

it('computes the share of failed runs, and marks it above two percent', () => {
  expect(errorShare(flow([0, 0], 0, null))).toBeUndefined();
  expect(shareText(errorShare(flow([40, 10], 1, null)))).toBe('2.0%');
  expect(isAlarming(0.02)).toBe(false);
  expect(isAlarming(errorShare(flow([10], 1, null)))).toBe(true);
});

it('writes times and costs in few letters', () => {
  expect([null, 0, 845.4, 1000, 6240].map(timeText)).toEqual(['–', '0 ms', '845 ms', '1.0 s', '6.2 s']);
  expect([null, 0, 0.004, 3.1].map(costText)).toEqual(['–', '$0', '$0.004', '$3.10']);
});

it('sums up what is priced and leaves out what is not', () => {
  const sums = sumFigures([flow([1, 3], 1, 0.5), flow([4], 0, null)]);
  expect(sums).toEqual({ runs: 8, share: 0.125, costUsd: 0.5 });
  expect(sumFigures([flow([0], 0, null)])).toEqual({ runs: 0, share: undefined, costUsd: null });
});
