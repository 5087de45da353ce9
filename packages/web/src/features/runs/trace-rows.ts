import type { Trace, TraceSpan } from './trace.ts';

/** One row of the trace: steps are indented below the node that called them, elements below their iteration. */
interface TraceRow {
  span: TraceSpan;
  depth: number;
}

const depthOf = ({ frame }: TraceSpan) => (frame === undefined ? 0 : frame.split('/').length);

/** The rows of a trace: nodes as they began, each with its steps. */
export function traceRows({ spans }: Trace): TraceRow[] {
  const nodes = spans.filter(({ kind }) => kind === 'node');
  const steps = spans.filter(({ kind }) => kind !== 'node');
  const rows = nodes.flatMap((node) => [
    { span: node, depth: depthOf(node) },
    ...steps
      .filter((step) => parentOf(step, nodes) === node)
      .map((span) => ({ span, depth: depthOf(node) + 1 })),
  ]);
  const orphans = steps.filter((step) => parentOf(step, nodes) === undefined);
  return [...rows, ...orphans.map((span) => ({ span, depth: depthOf(span) }))];
}

// In a loop a node has several spans: a step belongs to the one that had begun last.
function parentOf(step: TraceSpan, nodes: readonly TraceSpan[]): TraceSpan | undefined {
  const callers = nodes.filter(({ nodeId, frame }) => nodeId === step.callerId && frame === step.frame);
  return callers.findLast(({ startMs }) => startMs <= step.startMs) ?? callers[0];
}

/** The span that explains the answer best: the last call of a model, else the last work at all. */
export function answeringSpan({ spans }: Trace): TraceSpan | undefined {
  return (
    spans.findLast(({ kind }) => kind === 'model') ??
    spans.findLast(({ status }) => status === 'failed') ??
    spans.findLast(({ status }) => status !== 'skipped')
  );
}

/** The span to show for a node of the canvas: its own last step, such as a model's call, else the node itself. */
export function spanOfNode({ spans }: Trace, nodeId: string): TraceSpan | undefined {
  return (
    spans.findLast((span) => span.kind !== 'node' && span.nodeId === nodeId) ??
    spans.findLast((span) => span.nodeId === nodeId)
  );
}

/** The four figures of a span; absent where nothing was counted. */
interface SpanFigureValues {
  inputTokens?: number;
  outputTokens?: number;
  costUsd?: number;
  firstTokenMs?: number;
}

/** Tokens, cost and first token of a span; of a node, those of its steps together. */
export function figuresOf(span: TraceSpan, { spans }: Trace): SpanFigureValues {
  const parts =
    span.kind === 'node'
      ? spans.filter(({ callerId, frame }) => callerId === span.nodeId && frame === span.frame)
      : [span];
  const counted = parts.filter(({ usage }) => usage !== undefined);
  const sum = (read: (part: TraceSpan) => number | undefined) =>
    counted.reduce((total, part) => total + (read(part) ?? 0), 0);
  const first = parts.find(({ firstTokenMs }) => firstTokenMs !== undefined)?.firstTokenMs;
  if (counted.length === 0) return { ...(first !== undefined && { firstTokenMs: first }) };
  return {
    inputTokens: sum(({ usage }) => usage?.inputTokens),
    outputTokens: sum(({ usage }) => usage?.outputTokens),
    costUsd: sum(({ costUsd }) => costUsd),
    ...(first !== undefined && { firstTokenMs: first }),
  };
}
