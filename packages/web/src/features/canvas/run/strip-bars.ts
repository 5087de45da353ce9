import type { LoggedEvent } from '@tendril/contract/run-event';
import type { TraceSpan } from '../../runs/trace.ts';
import { traceOf } from './node-work.ts';

/** A piece of work on the time line. */
export interface StripBar {
  span: TraceSpan;
  /** The node it is drawn for: the one that owns the work. */
  nodeId: string;
  fromMs: number;
  toMs: number;
  lane: number;
}

export const laneCount = 3;

interface Raw extends Omit<StripBar, 'lane'> {}

// What a person was waited for is drawn until now, like work that goes on.
const isOpen = ({ status, ms }: TraceSpan) =>
  ms === undefined || status === 'running' || status === 'waiting';

function rawBars(events: readonly LoggedEvent[], nowMs: number): Raw[] {
  return traceOf(events)
    .spans.filter((span) => span.status !== 'skipped')
    .filter((span) => span.kind === 'node' || span.nodeId !== span.callerId)
    .flatMap((span) => piecesOf(span, nowMs));
}

/** A node that waited for a person worked before and after. */
function piecesOf(span: TraceSpan, nowMs: number): Raw[] {
  const { nodeId, startMs, waitMs, resumedMs, ms = 0 } = span;
  const fromMs = resumedMs ?? startMs;
  const last = { span, nodeId, fromMs, toMs: isOpen(span) ? Math.max(fromMs, nowMs) : fromMs + ms };
  if (resumedMs === undefined || waitMs === undefined) return [last];
  return [{ span, nodeId, fromMs: startMs, toMs: waitMs }, last];
}

/**
 * Bars in three lanes, each in the first lane that is free when it begins; where none is, in the one that is free
 * soonest, over what is there.
 */
export function stripBars(events: readonly LoggedEvent[], nowMs: number): StripBar[] {
  const freeAt = Array.from({ length: laneCount }, () => Number.NEGATIVE_INFINITY);
  const bars = rawBars(events, nowMs).sort(
    (one, other) => one.fromMs - other.fromMs || other.toMs - one.toMs,
  );
  return bars.map((bar) => {
    const free = freeAt.findIndex((ms) => ms <= bar.fromMs);
    const lane = free >= 0 ? free : freeAt.indexOf(Math.min(...freeAt));
    freeAt[lane] = Math.max(freeAt[lane] ?? 0, bar.toMs);
    return { ...bar, lane };
  });
}

/** Whether an event changes what the canvas shows, so that the play head stops there. */
function isEmitting({ type }: LoggedEvent): boolean {
  return type.startsWith('node-') || type.startsWith('step-') || type.startsWith('run-');
}

/** How many events have happened at each place where the play head may stop. */
export function stopsOf(events: readonly LoggedEvent[]): number[] {
  return events.flatMap((event, at) => (isEmitting(event) ? [at + 1] : []));
}

/** How many events had happened at a time after the start. */
export function countAt(events: readonly LoggedEvent[], ms: number): number {
  const startedAt = events[0]?.at ?? 0;
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((events[middle]?.at ?? 0) - startedAt <= ms) low = middle + 1;
    else high = middle;
  }
  return Math.max(1, low);
}
