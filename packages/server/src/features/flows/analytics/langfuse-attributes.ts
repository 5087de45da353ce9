import { spanText } from './span-text.ts';
import type { Attributes, SpanRole, TraceSpan } from './trace-span.ts';

const types: Readonly<Record<SpanRole, string>> = {
  run: 'chain',
  node: 'span',
  memory: 'span',
  code: 'span',
  request: 'span',
  agent: 'agent',
  model: 'generation',
  embedding: 'embedding',
  retrieval: 'retriever',
  tool: 'tool',
};

/** Langfuse's own names, which it reads before the standard ones. */
export function langfuseAttributes(
  span: TraceSpan,
  { sessionId, flowName, release }: { sessionId: string; flowName: string; release: string | undefined },
): Attributes {
  const { role, attributes, error } = span;
  const [input, output] = [spanText(span.input), spanText(span.output)];
  const costUsd = attributes['tendril.cost.usd'];
  const hasCost = (role === 'model' || role === 'embedding') && typeof costUsd === 'number';
  return {
    'session.id': sessionId,
    'langfuse.release': release,
    'langfuse.observation.type': types[role],
    'langfuse.observation.input': input,
    'langfuse.observation.output': output,
    'langfuse.observation.cost_details': hasCost ? JSON.stringify({ total: costUsd }) : undefined,
    ...(error && {
      'langfuse.observation.level': 'ERROR',
      'langfuse.observation.status_message': spanText(error),
    }),
    ...(role === 'run' && {
      'langfuse.trace.name': flowName,
      'langfuse.trace.input': input,
      'langfuse.trace.output': output,
      'langfuse.version': attributes['gen_ai.agent.version'],
    }),
  };
}
