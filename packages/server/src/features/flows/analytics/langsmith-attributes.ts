import { openInferenceAttributes } from './open-inference.ts';
import type { Attributes, SpanRole, TraceSpan } from './trace-span.ts';

const kinds: Partial<Record<SpanRole, string>> = {
  model: 'llm',
  embedding: 'embedding',
  retrieval: 'retriever',
  tool: 'tool',
};

/** LangSmith's own names, beside those of OpenInference for what went in and out. */
export function langsmithAttributes(span: TraceSpan, sessionId: string, flowName: string): Attributes {
  return {
    ...openInferenceAttributes(span, sessionId),
    'langsmith.span.kind': kinds[span.role] ?? 'chain',
    'langsmith.metadata.session_id': sessionId,
    ...(span.role === 'run' && { 'langsmith.trace.name': flowName }),
  };
}
