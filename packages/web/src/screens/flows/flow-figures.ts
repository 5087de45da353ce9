import type { FlowSummary } from '@tendril/contract/api/flows';
import { dollarsText } from '../../kit/lib/dollars-text.ts';

/** The share of failed runs from which a flow is marked. */
const alarmingShare = 0.02;

/** The runs of the last seven days. */
export function runsOf(flow: Pick<FlowSummary, 'runs'>): number {
  return flow.runs.reduce((sum, count) => sum + count, 0);
}

/** The share of failed runs, between 0 and 1; undefined without runs. */
export function errorShare(flow: Pick<FlowSummary, 'runs' | 'failedRuns'>): number | undefined {
  const runs = runsOf(flow);
  return runs === 0 ? undefined : flow.failedRuns / runs;
}

export function isAlarming(share: number | undefined): boolean {
  return share !== undefined && share > alarmingShare;
}

/** A share as "0.4%". */
export function shareText(share: number | undefined): string {
  return share === undefined ? '–' : `${(share * 100).toFixed(1)}%`;
}

/** What runs cost: nothing was priced, nothing was spent, or an amount. */
export function costText(costUsd: number | null): string {
  return costUsd === null ? '–' : dollarsText(costUsd);
}

/** A time as "845 ms" or "1.4 s". */
export function timeText(ms: number | null): string {
  if (ms === null) return '–';
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** The figures under the table: all runs, the share of failed ones among them, and what they cost. */
export function sumFigures(flows: readonly FlowSummary[]) {
  const runs = flows.reduce((sum, flow) => sum + runsOf(flow), 0);
  const failed = flows.reduce((sum, flow) => sum + flow.failedRuns, 0);
  const priced = flows.flatMap(({ costUsd }) => costUsd ?? []);
  return {
    runs,
    share: runs === 0 ? undefined : failed / runs,
    costUsd: priced.length === 0 ? null : priced.reduce((sum, cost) => sum + cost, 0),
  };
}
