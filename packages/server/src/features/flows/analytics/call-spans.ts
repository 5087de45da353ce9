import type { LoggedCallEvent } from '@tendril/contract/call-event';
import { spanIdOf, traceIdOf } from './span-ids.ts';
import { spanText } from './span-text.ts';
import { endAttributes, startAttributes, stepSpanName } from './step-attributes.ts';
import type { Attributes, TraceSpan } from './trace-span.ts';

/** A call that has ended. */
export interface TracedCall {
  readonly id: string;
  readonly agentId: string;
  readonly agentName: string;
}

type Of<T extends LoggedCallEvent['type']> = Extract<LoggedCallEvent, { type: T }>;

/** The spans of a call: one for itself, one for each of the agent's turns, and one for each step and function. */
export function callSpans(call: TracedCall, events: readonly LoggedCallEvent[]): TraceSpan[] {
  const builder = new CallSpanBuilder(call, events[0]?.at ?? Date.now());
  for (const event of events) builder.take(event);
  return builder.finish();
}

class CallSpanBuilder {
  readonly #call: TracedCall;
  readonly #root: TraceSpan;
  readonly #spans: TraceSpan[];
  readonly #turns = new Map<number, TraceSpan>();
  /** Steps and functions, by their ids. */
  readonly #steps = new Map<string, TraceSpan>();
  #lastAt: number;

  constructor(call: TracedCall, startMs: number) {
    this.#call = call;
    this.#lastAt = startMs;
    this.#root = {
      traceId: traceIdOf(call.id),
      spanId: spanIdOf(call.id),
      role: 'agent',
      name: `invoke_agent ${call.agentName}`,
      startMs,
      attributes: { ...this.#named(), 'gen_ai.output.type': 'speech', 'tendril.call.id': call.id },
    };
    this.#spans = [this.#root];
  }

  take(event: LoggedCallEvent): void {
    this.#lastAt = Math.max(this.#lastAt, event.at);
    switch (event.type) {
      case 'call-start':
        this.#note({
          'gen_ai.agent.version': String(event.agentVersion),
          'gen_ai.output.type': event.channel === 'audio' ? 'speech' : 'text',
        });
        return;
      case 'turn-start':
        this.#startTurn(event);
        return;
      case 'agent-turn':
        this.#endTurn(event);
        return;
      case 'flow-run':
        if (!event.isReplayed) this.#linkRun(event);
        return;
      case 'step-start':
        this.#steps.set(
          event.stepId,
          this.#add(event.turn, event.stepId, {
            ...{ role: event.kind, name: stepSpanName(event), startMs: event.at },
            attributes: startAttributes(event),
          }),
        );
        return;
      case 'step-end':
        this.#end(event.stepId, event.at, endAttributes(event), event.error);
        return;
      case 'tool-start':
        this.#startTool(event);
        return;
      case 'tool-end':
        this.#end(
          event.toolId,
          event.at,
          { 'gen_ai.tool.call.result': event.result || undefined },
          event.isOk ? undefined : 'The function failed.',
        );
        return;
      case 'call-error':
        this.#root.error = event.message || event.code;
        return;
      case 'call-end':
        this.#note({ 'tendril.call.end': event.reason });
        return;
      default:
        return;
    }
  }

  finish(): TraceSpan[] {
    for (const span of this.#spans) span.endMs ??= this.#lastAt;
    return this.#spans;
  }

  #named(): Attributes {
    const { id, agentId, agentName } = this.#call;
    return {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.id': agentId,
      'gen_ai.agent.name': agentName,
      'gen_ai.conversation.id': id,
    };
  }

  #note(attributes: Attributes): void {
    this.#root.attributes = { ...this.#root.attributes, ...attributes };
  }

  #add(
    turn: number,
    id: string,
    span: Pick<TraceSpan, 'role' | 'name' | 'startMs' | 'attributes'>,
  ): TraceSpan {
    const added = {
      traceId: this.#root.traceId,
      spanId: spanIdOf(`${this.#call.id}:${id}`),
      parentSpanId: (this.#turns.get(turn) ?? this.#root).spanId,
      ...span,
    };
    this.#spans.push(added);
    return added;
  }

  #startTurn({ turn, cause, at }: Of<'turn-start'>): void {
    const span = this.#add(0, `turn-${turn}`, {
      ...{ role: 'agent' as const, name: `invoke_agent ${this.#call.agentName}`, startMs: at },
      attributes: { ...this.#named(), 'tendril.turn.number': turn, 'tendril.turn.cause': cause },
    });
    this.#turns.set(turn, span);
  }

  #endTurn({ turn, text, times, at }: Of<'agent-turn'>): void {
    const span = this.#turns.get(turn);
    if (!span) return;
    span.endMs = at;
    const said = [{ role: 'assistant', parts: [{ type: 'text', content: text }] }];
    span.attributes = {
      ...span.attributes,
      'gen_ai.output.messages': text === '' ? undefined : spanText(said),
      'tendril.turn.e2e_ms': times.e2eMs,
      'tendril.turn.llm_ms': times.llmMs,
      'tendril.turn.stt_ms': times.sttMs,
      'tendril.turn.tts_ms': times.ttsMs,
    };
  }

  #linkRun({ turn, flowId, runId, at }: Of<'flow-run'>): void {
    const span = this.#add(turn, runId, {
      ...{ role: 'run' as const, name: 'invoke_workflow', startMs: at },
      attributes: {
        'gen_ai.operation.name': 'invoke_workflow',
        'tendril.flow.id': flowId,
        'tendril.run.id': runId,
      },
    });
    const index = this.#spans.indexOf(span);
    this.#spans[index] = { ...span, endMs: at, link: { traceId: traceIdOf(runId), spanId: spanIdOf(runId) } };
  }

  #startTool({ turn, toolId, name, arguments: given, at }: Of<'tool-start'>): void {
    const span = this.#add(turn, toolId, {
      ...{ role: 'tool' as const, name: `execute_tool ${name}`, startMs: at },
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': name,
        'gen_ai.tool.type': 'function',
        'gen_ai.tool.call.id': toolId,
        'gen_ai.tool.call.arguments': given || undefined,
      },
    });
    this.#steps.set(toolId, span);
  }

  #end(id: string, at: number, attributes: Attributes, error: string | undefined): void {
    const span = this.#steps.get(id);
    if (!span || span.endMs !== undefined) return;
    span.endMs = at;
    span.attributes = { ...span.attributes, ...attributes };
    if (error !== undefined) span.error = error || 'error';
  }
}
