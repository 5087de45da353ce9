import type { CallEvent } from '@tendril/contract/call-event';
import type { CallTable } from '../db/voice-tables.ts';
import { noteStep } from './note-run.ts';
import type { ServerMetrics } from './server-metrics.ts';

/**
 * Counts an event of a call in progress: what its answers took, part by part. How long people wait is not measured by tests
 * and simulations, whose models and voices may be stand-ins.
 */
export function noteCallEvent(metrics: ServerMetrics, event: CallEvent, kind: CallTable['kind']): void {
  if (event.type === 'step-end') noteStep(metrics, event);
  if (kind !== 'web' && kind !== 'phone') return;
  if (event.type !== 'agent-turn' || event.isReplayed) return;
  for (const [part, ms] of Object.entries(event.times))
    if (ms !== undefined) metrics.callTurn.record(ms / 1000, part.slice(0, -2));
}
