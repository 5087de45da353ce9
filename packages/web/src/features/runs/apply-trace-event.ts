import type { LoggedEvent } from '@tendril/contract/run-event';
import { emptyTrace, type Trace, type TraceSpan } from './trace.ts';

type NodeStart = Extract<LoggedEvent, { type: 'node-start' }>;
type NodeWait = Extract<LoggedEvent, { type: 'node-wait' }>;
type NodeClose = Extract<LoggedEvent, { type: 'node-end' | 'node-error' }>;
type RunEnd = Extract<LoggedEvent, { type: 'run-end' }>;
type StepEnd = Extract<LoggedEvent, { type: 'step-end' }>;

/** The trace after one more event; events that are not about work change nothing. */
export function applyTraceEvent(trace: Trace, event: LoggedEvent): Trace {
  if (trace.startedAt === 0) return applyTraceEvent({ ...trace, startedAt: event.at }, event);
  switch (event.type) {
    case 'node-start':
      return startNode(trace, event);
    case 'node-end':
    case 'node-error':
      return closeNode(trace, event);
    case 'node-wait':
      return waitAtNode(trace, event);
    case 'node-retry':
      return noteRetry(trace, event);
    case 'run-resume':
      return noteResume(trace, event);
    case 'node-skip': {
      const { nodeId, name, reason } = event;
      return add(trace, {
        ...at(trace, event),
        ...framed(event),
        id: spanId(event),
        kind: 'node',
        nodeId,
        name,
        ms: 0,
        status: 'skipped',
        reason,
      });
    }
    case 'step-start': {
      const { stepId: id, kind, name, callerId, nodeId = callerId, input } = event;
      const step = { id, kind, name, nodeId, callerId, input, status: 'running' as const };
      return add(trace, { ...at(trace, event), ...framed(event), ...itemsIn(trace, event), ...step });
    }
    case 'step-end':
      return closeStep(trace, event);
    case 'run-end':
      return { ...trace, ms: event.ms, spans: trace.spans.map((span) => endWithRun(span, event)) };
    default:
      return trace;
  }
}

/** The trace of a whole list of events. */
export function buildTrace(events: readonly LoggedEvent[]): Trace {
  return events.reduce(applyTraceEvent, emptyTrace);
}

function at({ startedAt }: Trace, event: LoggedEvent, ms = 0): { startMs: number } {
  return { startMs: Math.max(0, event.at - startedAt - ms) };
}

interface Placed {
  nodeId: string;
  frame?: string;
}

const framed = ({ frame }: { frame?: string }) => (frame === undefined ? {} : { frame });

/** How many elements there are, as the node that began in the frame has said. */
function itemsIn({ spans }: Trace, { frame }: { frame?: string }): { items?: number } {
  const items = frame === undefined ? undefined : spans.findLast((span) => span.frame === frame)?.items;
  return items === undefined ? {} : { items };
}

/** The id of a node's first span in its frame. */
const spanId = ({ nodeId, frame }: Placed) => (frame === undefined ? nodeId : `${frame}/${nodeId}`);

const isOf = (span: TraceSpan, { nodeId, frame }: Placed) =>
  span.kind === 'node' && span.nodeId === nodeId && span.frame === frame;

const add = (trace: Trace, span: TraceSpan): Trace => ({ ...trace, spans: [...trace.spans, span] });

function startNode(trace: Trace, event: NodeStart): Trace {
  // After a decision, the waiting node continues.
  const waiting = trace.spans.findLast((span) => isOf(span, event) && span.status === 'waiting');
  if (!waiting) return add(trace, startedNode(trace, event));
  const resumedMs = at(trace, event).startMs;
  const input = waiting.input ?? event.input;
  const goesOn = { ...waiting, status: 'running' as const, input, resumedMs };
  return { ...trace, spans: trace.spans.map((span) => (span === waiting ? goesOn : span)) };
}

function startedNode(trace: Trace, event: NodeStart): TraceSpan {
  const { nodeId, name, label, input } = event;
  // A node inside a loop works more than once.
  const before = trace.spans.filter((span) => isOf(span, event));
  const first = spanId(event);
  const id = before.length === 0 ? first : `${first}#${before.length + 1}`;
  // What a restart has cut off is not a round of its own.
  const round = event.round ?? before.filter(({ isCutOff }) => !isCutOff).length + 1;
  const { items } = event;
  const place = { ...framed(event), ...(items !== undefined && { items }), ...(round > 1 && { round }) };
  return { ...at(trace, event), ...place, id, kind: 'node', nodeId, name, label, input, status: 'running' };
}

/** A node that asks for approval: its open span, or a new one. */
function waitAtNode(trace: Trace, event: NodeWait): Trace {
  const { nodeId, name, action } = event;
  const open = trace.spans.findLast((span) => isOpenNode(span, event));
  const wait = { status: 'waiting' as const, action, waitMs: at(trace, event).startMs };
  if (open)
    return { ...trace, spans: trace.spans.map((span) => (span === open ? { ...span, ...wait } : span)) };
  const label = action.data.nodeLabel;
  return add(trace, {
    ...at(trace, event),
    ...framed(event),
    id: `${spanId(event)}#wait`,
    kind: 'node',
    nodeId,
    name,
    label,
    ...wait,
  });
}

function closeNode(trace: Trace, event: NodeClose): Trace {
  const { nodeId, name, ms } = event;
  const end = event.type === 'node-end' ? endOf(event) : failureOf(event);
  const open = trace.spans.findLast((span) => isOpenNode(span, event));
  // A value cached from an earlier run has only an end event.
  if (!open) {
    const place = { ...at(trace, event, ms), ...framed(event), id: spanId(event) };
    return add(trace, { ...place, kind: 'node', nodeId, name, ms, ...end });
  }
  return { ...trace, spans: trace.spans.map((span) => (span === open ? { ...span, ms, ...end } : span)) };
}

function isOpenNode(span: TraceSpan, place: Placed): boolean {
  return isOf(span, place) && (span.status === 'running' || span.status === 'waiting');
}

function noteRetry(trace: Trace, event: LoggedEvent & { type: 'node-retry' }): Trace {
  const { seq, attempt, of, waitMs, message } = event;
  const afterId = trace.spans.findLast((span) => isOf(span, event))?.id;
  const note = { id: `note ${seq}`, afterId, kind: 'retry' as const, attempt, of, waitMs, message };
  return { ...trace, notes: [...trace.notes, note] };
}

/** What was in progress when the server stopped was cut off; what goes on begins again. */
function noteResume(trace: Trace, event: LoggedEvent & { type: 'run-resume' }): Trace {
  const { startMs } = at(trace, event);
  const spans = trace.spans.map((span) =>
    span.status === 'running'
      ? { ...span, status: 'cancelled' as const, isCutOff: true, ms: Math.max(0, startMs - span.startMs) }
      : span,
  );
  const afterId = spans.findLast(({ kind }) => kind === 'node')?.id;
  return { ...trace, spans, notes: [...trace.notes, { id: `note ${event.seq}`, afterId, kind: 'resume' }] };
}

function endOf({ isCached, isPinned, output, branches }: Extract<NodeClose, { type: 'node-end' }>) {
  const kept = isPinned ? ('pinned' as const) : ('cached' as const);
  return { status: isCached || isPinned ? kept : ('done' as const), output, ...(branches && { branches }) };
}

function failureOf({ code, message }: Extract<NodeClose, { type: 'node-error' }>) {
  if (code === 'RUN_CANCELLED') return { status: 'cancelled' as const };
  return { status: 'failed' as const, error: message };
}

function closeStep(trace: Trace, event: StepEnd): Trace {
  const { stepId, ms, output, error, firstTokenMs, usage, costUsd } = event;
  const end = {
    ms,
    output,
    status: error === undefined ? ('done' as const) : ('failed' as const),
    ...(error !== undefined && { error }),
    ...(firstTokenMs !== undefined && { firstTokenMs }),
    ...(usage && { usage }),
    ...(costUsd !== undefined && { costUsd }),
  };
  return { ...trace, spans: trace.spans.map((span) => (span.id === stepId ? { ...span, ...end } : span)) };
}

function endWithRun(span: TraceSpan, { status, ms }: RunEnd): TraceSpan {
  if (span.status === 'waiting' && status === 'waiting') return span;
  if (span.status !== 'running' && span.status !== 'waiting') return span;
  return { ...span, status: 'cancelled', ms: Math.max(0, ms - span.startMs) };
}
