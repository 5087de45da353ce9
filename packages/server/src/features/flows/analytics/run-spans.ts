import type { RunEvent } from '@tendril/contract/run-event';
import { spanIdOf, traceIdOf } from './span-ids.ts';
import { spanText } from './span-text.ts';
import { endAttributes, startAttributes, stepSpanName } from './step-attributes.ts';
import type { Attributes, TraceSpan } from './trace-span.ts';

/** A run that has ended, with its events from the log. */
interface TracedRun {
  readonly id: string;
  readonly flow: { readonly id: string; readonly name: string };
  readonly sessionId: string;
  readonly source: string;
  readonly versionNumber: number;
  /** The run whose node asked for this one, or the one that it resumes. */
  readonly linkedRunId?: string | undefined;
  readonly events: readonly { readonly at: number; readonly event: RunEvent }[];
}

type Of<T extends RunEvent['type']> = Extract<RunEvent, { type: T }>;

/** Agents by the names of their nodes: `toolAgent`, `worker`, `agentAgentflow` … */
const agentName = /agent$|^supervisor$|^worker$/i;

/** The spans of a run: one for itself, one for each node, and one for each step inside a node. */
export function runSpans(run: TracedRun): TraceSpan[] {
  const builder = new SpanBuilder(run);
  for (const { at, event } of run.events) builder.take(event, at);
  return builder.finish();
}

class SpanBuilder {
  readonly #run: TracedRun;
  readonly #traceId: string;
  readonly #root: TraceSpan;
  readonly #spans: TraceSpan[];
  /** The latest span of each node, by its frame. */
  readonly #nodes = new Map<string, TraceSpan>();
  readonly #steps = new Map<string, TraceSpan>();
  #lastAt: number;

  constructor(run: TracedRun) {
    this.#run = run;
    this.#traceId = traceIdOf(run.id);
    const startMs = run.events[0]?.at ?? Date.now();
    this.#lastAt = startMs;
    const { linkedRunId } = run;
    this.#root = {
      traceId: this.#traceId,
      spanId: spanIdOf(run.id),
      ...(linkedRunId && { link: { traceId: traceIdOf(linkedRunId), spanId: spanIdOf(linkedRunId) } }),
      role: 'run',
      name: `invoke_workflow ${run.flow.name}`,
      startMs,
      attributes: rootAttributes(run),
    };
    this.#spans = [this.#root];
  }

  take(event: RunEvent, at: number): void {
    this.#lastAt = Math.max(this.#lastAt, at);
    switch (event.type) {
      case 'run-start':
        this.#root.input = event.question;
        this.#root.attributes = { ...this.#root.attributes, ...messagesOf('input', 'user', event.question) };
        return;
      case 'run-resume':
        this.#close('The server stopped here; the step began again after its restart.');
        return;
      case 'node-start':
        this.#startNode(event, at);
        return;
      case 'node-end':
        this.#endNode(event, at, { output: event.output });
        return;
      case 'node-error':
        this.#endNode(event, at, { error: event.message });
        return;
      case 'node-wait':
        this.#endNode(event, at, { output: 'Waits for a decision.' });
        return;
      case 'step-start':
        this.#startStep(event, at);
        return;
      case 'step-end':
        this.#endStep(event, at);
        return;
      case 'run-end':
        this.#endRun(event);
        return;
      default:
        return;
    }
  }

  finish(): TraceSpan[] {
    this.#close();
    return this.#spans;
  }

  #add(span: Omit<TraceSpan, 'traceId'>): TraceSpan {
    const added = { traceId: this.#traceId, ...span };
    this.#spans.push(added);
    return added;
  }

  #startNode(event: Of<'node-start'>, at: number): void {
    const { nodeId, name, label, frame = '', input, round } = event;
    const isAgent = agentName.test(name.replace(/Agentflow$/, ''));
    const span = this.#add({
      spanId: spanIdOf(`${this.#run.id}:${frame}:${nodeId}:${this.#spans.length}`),
      parentSpanId: this.#frameSpan(frame).spanId,
      role: isAgent ? 'agent' : 'node',
      name: isAgent ? `invoke_agent ${label}` : label,
      startMs: at,
      attributes: {
        ...(isAgent && {
          'gen_ai.operation.name': 'invoke_agent',
          'gen_ai.agent.id': nodeId,
          'gen_ai.agent.name': label,
          'gen_ai.conversation.id': this.#run.sessionId,
        }),
        'tendril.node.id': nodeId,
        'tendril.node.name': name,
        'tendril.node.round': round,
        'tendril.node.frame': frame || undefined,
      },
      input,
    });
    this.#nodes.set(keyOf(frame, nodeId), span);
  }

  #endNode(
    { nodeId, frame = '' }: { nodeId: string; frame?: string },
    at: number,
    end: { output?: unknown; error?: string },
  ): void {
    const span = this.#nodes.get(keyOf(frame, nodeId));
    if (span && span.endMs === undefined) Object.assign(span, end, { endMs: at });
  }

  #startStep(event: Of<'step-start'>, at: number): void {
    const { callerId, frame = '' } = event;
    const parent = this.#nodes.get(keyOf(frame, callerId)) ?? this.#frameSpan(frame);
    const span = this.#add({
      spanId: spanIdOf(event.stepId),
      parentSpanId: parent.spanId,
      role: event.kind,
      name: stepSpanName(event),
      startMs: at,
      attributes: { ...startAttributes(event), 'tendril.node.id': event.nodeId ?? callerId },
      input: event.input,
    });
    this.#steps.set(event.stepId, span);
  }

  #endStep(event: Of<'step-end'>, at: number): void {
    const span = this.#steps.get(event.stepId);
    if (!span || span.endMs !== undefined) return;
    const { output, error } = event;
    span.attributes = { ...span.attributes, ...endAttributes(event) };
    Object.assign(span, { endMs: at }, output !== undefined && { output }, error && { error });
  }

  #endRun({ status, answer, error, usage, costUsd }: Of<'run-end'>): void {
    const output = answer?.text ?? answer?.json;
    if (output !== undefined) this.#root.output = output;
    if (error) this.#root.error = error.message;
    this.#root.attributes = {
      ...this.#root.attributes,
      ...messagesOf('output', 'assistant', output),
      'gen_ai.usage.input_tokens': usage?.inputTokens,
      'gen_ai.usage.output_tokens': usage?.outputTokens,
      'tendril.run.status': status,
      'tendril.cost.usd': costUsd,
    };
  }

  /** The step whose body a frame is: `iteration_0#2/iteration_1#0` belongs to `iteration_1` in `iteration_0#2`. */
  #frameSpan(frame: string): TraceSpan {
    if (frame === '') return this.#root;
    const cut = frame.lastIndexOf('/');
    const nodeId = frame.slice(cut + 1).replace(/#\d+$/, '');
    const outer = cut < 0 ? '' : frame.slice(0, cut);
    return this.#nodes.get(keyOf(outer, nodeId)) ?? this.#frameSpan(outer);
  }

  /** Ends what is still open, where the run ended. */
  #close(error?: string): void {
    for (const span of this.#spans) {
      if (span.endMs !== undefined || (error !== undefined && span === this.#root)) continue;
      span.endMs = this.#lastAt;
      if (error !== undefined) span.error = error;
    }
  }
}

const keyOf = (frame: string, nodeId: string) => `${frame}|${nodeId}`;

function rootAttributes({ id, flow, sessionId, source, versionNumber }: TracedRun): Attributes {
  return {
    'gen_ai.operation.name': 'invoke_workflow',
    'gen_ai.workflow.name': flow.name,
    'gen_ai.conversation.id': sessionId,
    'gen_ai.agent.id': flow.id,
    'gen_ai.agent.name': flow.name,
    'gen_ai.agent.version': String(versionNumber),
    'tendril.run.id': id,
    'tendril.run.source': source,
  };
}

function messagesOf(side: 'input' | 'output', role: string, content: unknown): Attributes {
  const text = spanText(content);
  if (text === undefined) return {};
  return { [`gen_ai.${side}.messages`]: spanText([{ role, parts: [{ type: 'text', content: text }] }]) };
}
