import type { NodeEvent, RunEvent } from '@tendril/contract/run-event';
import type { ServerMetrics } from './server-metrics.ts';

type StepEnd = Extract<NodeEvent, { type: 'step-end' }>;

/** Counts one event of a run or call that has happened: how it ended, and what its model calls took. */
export function noteStep(
  metrics: ServerMetrics,
  { kind, name, usage, firstTokenMs, costUsd }: StepEnd,
): void {
  if (kind === 'model' && firstTokenMs !== undefined) metrics.firstToken.record(firstTokenMs / 1000);
  if (usage) {
    metrics.tokens.add(usage.inputTokens, name, 'input');
    metrics.tokens.add(usage.outputTokens, name, 'output');
  }
  if (costUsd !== undefined) metrics.cost.add(costUsd);
}

/** Counts a run whose end is on disk. */
export function noteRun(metrics: ServerMetrics, entries: readonly { event: RunEvent }[]): void {
  for (const { event } of entries) {
    if (event.type === 'step-end') noteStep(metrics, event);
    else if (event.type === 'run-end') metrics.run.record(event.ms / 1000, event.status);
  }
}
