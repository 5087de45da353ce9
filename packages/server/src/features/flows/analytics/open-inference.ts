import { spanText } from './span-text.ts';
import type { Attributes, SpanRole, TraceSpan } from './trace-span.ts';

const kinds: Readonly<Record<SpanRole, string>> = {
  run: 'CHAIN',
  node: 'CHAIN',
  memory: 'CHAIN',
  code: 'TOOL',
  request: 'TOOL',
  agent: 'AGENT',
  model: 'LLM',
  embedding: 'EMBEDDING',
  retrieval: 'RETRIEVER',
  tool: 'TOOL',
};
const mostItems = 64;

/** The names of OpenInference, which several receivers draw their screens from. */
export function openInferenceAttributes(span: TraceSpan, sessionId: string): Attributes {
  const { role, input, output } = span;
  return {
    'openinference.span.kind': kinds[role],
    'session.id': sessionId,
    ...side('input', input),
    ...side(
      'output',
      role === 'model' ? ((output as { text?: unknown } | undefined)?.text ?? output) : output,
    ),
    ...(role === 'model' && modelAttributes(span)),
    ...(role === 'embedding' && { 'embedding.model_name': span.attributes['gen_ai.request.model'] }),
    ...(role === 'tool' && {
      'tool.name': span.attributes['gen_ai.tool.name'],
      'tool.parameters': span.attributes['gen_ai.tool.call.arguments'],
    }),
    ...(role === 'retrieval' && documentAttributes(output)),
  };
}

function side(name: 'input' | 'output', value: unknown): Attributes {
  const text = spanText(value);
  if (text === undefined) return {};
  const type = typeof value === 'string' ? 'text/plain' : 'application/json';
  return { [`${name}.value`]: text, [`${name}.mime_type`]: type };
}

function modelAttributes({ attributes, input, output }: TraceSpan): Attributes {
  const { messages = [] } = (input ?? {}) as { messages?: { role: string; content: string }[] };
  const answer = (output as { text?: unknown } | undefined)?.text;
  const sent = attributes['gen_ai.usage.input_tokens'];
  const received = attributes['gen_ai.usage.output_tokens'];
  return {
    'llm.model_name': attributes['gen_ai.request.model'],
    'llm.provider': attributes['gen_ai.provider.name'],
    'llm.token_count.prompt': sent,
    'llm.token_count.completion': received,
    'llm.token_count.total': typeof sent === 'number' ? sent + Number(received ?? 0) : undefined,
    ...Object.fromEntries(
      messages.slice(0, mostItems).flatMap(({ role, content }, index) => [
        [`llm.input_messages.${index}.message.role`, role],
        [`llm.input_messages.${index}.message.content`, spanText(content)],
      ]),
    ),
    ...(answer !== undefined && {
      'llm.output_messages.0.message.role': 'assistant',
      'llm.output_messages.0.message.content': spanText(answer),
    }),
  };
}

function documentAttributes(output: unknown): Attributes {
  const documents = (output as { documents?: unknown } | undefined)?.documents;
  if (!Array.isArray(documents)) return {};
  return Object.fromEntries(
    documents.slice(0, mostItems).flatMap((one: { pageContent?: unknown; metadata?: unknown }, index) => [
      [`retrieval.documents.${index}.document.content`, spanText(one.pageContent)],
      [`retrieval.documents.${index}.document.metadata`, spanText(one.metadata)],
    ]),
  );
}
