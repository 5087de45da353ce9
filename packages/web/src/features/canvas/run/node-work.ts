import type { LoggedEvent, RunAction } from '@tendril/contract/run-event';
import { applyTraceEvent, buildTrace } from '../../runs/apply-trace-event.ts';
import type { Trace, TraceSpan } from '../../runs/trace.ts';

/** What one node did in one run, up to a moment of it. */
export interface NodeWork {
  runId: string;
  question: string;
  /** Its work, last round first. */
  rounds: readonly TraceSpan[];
  /** Calls of its model, store or tool, or calls it made. */
  steps: readonly TraceSpan[];
  /** The question to the user, while it is waiting. */
  action: RunAction | undefined;
  /** A pipeline's values when the node began, and once it had ended. */
  stateBefore: Readonly<Record<string, unknown>> | undefined;
  stateAfter: Readonly<Record<string, unknown>> | undefined;
}

const traces = new WeakMap<readonly LoggedEvent[], Trace>();
let longest: { events: readonly LoggedEvent[]; trace: Trace } | undefined;

/** The trace so far, when a list only goes on where the last one ended: a live run grows with every event. */
function begun(events: readonly LoggedEvent[]): { trace: Trace; from: number } | undefined {
  if (!longest) return undefined;
  const from = longest.events.length;
  const goesOn = events.length > from && from > 0 && events[from - 1] === longest.events[from - 1];
  return goesOn && events[0] === longest.events[0] ? { trace: longest.trace, from } : undefined;
}

/** The trace of a list of events; made once for each list. */
export function traceOf(events: readonly LoggedEvent[]): Trace {
  let trace = traces.get(events);
  if (!trace) {
    const start = begun(events);
    trace = start ? events.slice(start.from).reduce(applyTraceEvent, start.trace) : buildTrace(events);
    traces.set(events, trace);
    longest = { events, trace };
  }
  return trace;
}

type Values = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Values => typeof value === 'object' && value !== null;

/** What the log keeps of a step of a pipeline: what it said, and the values it left behind. */
interface ShownStep {
  text: string;
  state: Values;
}

function shownStep(output: unknown): ShownStep | undefined {
  if (!isRecord(output) || !isRecord(output['state']) || typeof output['messages'] !== 'number')
    return undefined;
  return { text: String(output['text'] ?? ''), state: output['state'] };
}

/** A step's own, or of one that branches that of the branch it took. */
function stepIn(output: unknown): ShownStep | undefined {
  const own = shownStep(output);
  if (own || !isRecord(output)) return own;
  for (const value of Object.values(output)) {
    const step = shownStep(value);
    if (step) return step;
  }
  return undefined;
}

/** A pipeline's state in the output of a step. */
export function stateIn(output: unknown): Values | undefined {
  return stepIn(output)?.state;
}

/** The last message of a pipeline step. */
export function wordsIn(output: unknown): string | undefined {
  return stepIn(output)?.text || undefined;
}

/** A pipeline's values at the end of these events. */
export function stateAt(events: readonly LoggedEvent[]): Values | undefined {
  for (let at = events.length - 1; at >= 0; at -= 1) {
    const event = events[at];
    const state = event?.type === 'node-end' ? stateIn(event.output) : undefined;
    if (state) return state;
  }
  return undefined;
}

function stateBeforeNode(events: readonly LoggedEvent[], nodeId: string): Values | undefined {
  const start = events.findLastIndex(
    (event) => (event.type === 'node-start' || event.type === 'node-wait') && event.nodeId === nodeId,
  );
  return start < 0 ? undefined : stateAt(events.slice(0, start));
}

/** What a node did in a run; undefined when the run had no part for it. */
export function nodeWork(events: readonly LoggedEvent[], nodeId: string): NodeWork | undefined {
  const { spans } = traceOf(events);
  const rounds = spans.filter((span) => span.kind === 'node' && span.nodeId === nodeId).toReversed();
  const steps = spans.filter(
    (span) => span.kind !== 'node' && (span.nodeId === nodeId || span.callerId === nodeId),
  );
  if (rounds.length === 0 && steps.length === 0) return undefined;
  const start = events.find((event) => event.type === 'run-start');
  const [latest] = rounds;
  return {
    runId: events.at(-1)?.runId ?? '',
    question: start?.question ?? '',
    rounds,
    steps,
    action: latest?.status === 'waiting' ? latest.action : undefined,
    stateBefore: stateBeforeNode(events, nodeId),
    stateAfter: latest && stateIn(latest.output),
  };
}
