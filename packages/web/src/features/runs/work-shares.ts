import type { StepKind } from '@tendril/contract/run-event';
import type { Trace, TraceSpan } from './trace.ts';

/** How long a run spent on one kind of work. */
interface WorkShare {
  kind: StepKind;
  ms: number;
}

const endOf = (span: TraceSpan) => span.startMs + (span.ms ?? 0);

// A search embeds the question and a tool may search: such work is counted where it was done, not twice.
const holders: ReadonlySet<TraceSpan['kind']> = new Set(['retrieval', 'tool']);

// Start times are whole milliseconds, durations are not.
const slackMs = 1.5;

function isInside(inner: TraceSpan, outer: TraceSpan): boolean {
  if (inner === outer || !holders.has(outer.kind) || inner.kind === outer.kind) return false;
  return inner.startMs >= outer.startMs - slackMs && endOf(inner) <= endOf(outer) + slackMs;
}

/** Smaller differences are noise: steps begin and end between whole milliseconds. */
const leastSetUpMs = 5;

/** Time before and between the steps: reading the flow, making its parts. */
export function setUpMs(shares: readonly WorkShare[], totalMs: number | undefined): number {
  const rest = (totalMs ?? 0) - shares.reduce((sum, { ms }) => sum + ms, 0);
  return rest >= leastSetUpMs ? rest : 0;
}

/** Milliseconds by kind of work, in the order the kinds began; work inside other work counts once. */
export function workShares({ spans }: Trace): WorkShare[] {
  const steps = spans.filter((span) => span.kind !== 'node' && span.ms !== undefined);
  const shares = new Map<StepKind, number>();
  for (const step of steps) {
    if (step.kind === 'node') continue;
    const inside = steps
      .filter(
        (other) => isInside(other, step) && !steps.some((mid) => isInside(other, mid) && isInside(mid, step)),
      )
      .reduce((sum, other) => sum + (other.ms ?? 0), 0);
    shares.set(step.kind, (shares.get(step.kind) ?? 0) + Math.max(0, (step.ms ?? 0) - inside));
  }
  return [...shares].map(([kind, ms]) => ({ kind, ms }));
}
