import type { CallEvent } from '@tendril/contract/call-event';
import { noteStep } from './note-run.ts';
import type { ServerMetrics } from './server-metrics.ts';

/** Counts an event of a call in progress: what its answers took, part by part. */
export function noteCallEvent(metrics: ServerMetrics, event: CallEvent): void {
  if (event.type === 'step-end') noteStep(metrics, event);
  if (event.type !== 'agent-turn' || event.isReplayed) return;
  for (const [part, ms] of Object.entries(event.times))
    if (ms !== undefined) metrics.callTurn.record(ms / 1000, part.slice(0, -2));
}
