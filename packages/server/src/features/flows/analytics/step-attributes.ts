import type { ModelStepInput, ModelStepOutput, NodeEvent } from '@tendril/contract/run-event';
import { providerName } from './provider-names.ts';
import { spanText } from './span-text.ts';
import type { Attributes } from './trace-span.ts';

type StepStart = Extract<NodeEvent, { type: 'step-start' }>;
type StepEnd = Extract<NodeEvent, { type: 'step-end' }>;

const operations: Partial<Record<StepStart['kind'], string>> = {
  model: 'chat',
  embedding: 'embeddings',
  retrieval: 'retrieval',
  tool: 'execute_tool',
};

/** The name of a step's span, as the conventions of OpenTelemetry write it. */
export function stepSpanName({ kind, name }: StepStart): string {
  return `${operations[kind] ?? kind} ${name}`;
}

/** What is known of a step when it begins. */
export function startAttributes(step: StepStart): Attributes {
  const operation = operations[step.kind];
  const named = { 'gen_ai.operation.name': operation, 'tendril.step.kind': step.kind };
  switch (step.kind) {
    case 'model':
      return { ...named, ...modelAttributes(step.input as Partial<ModelStepInput>) };
    case 'embedding':
      return { ...named, ...vendorAttributes(step.input as Partial<ModelStepInput>) };
    case 'retrieval':
      return {
        ...named,
        'gen_ai.data_source.id': step.name,
        'gen_ai.retrieval.query.text': spanText((step.input as { question?: unknown } | null)?.question),
      };
    case 'tool':
      return {
        ...named,
        'gen_ai.tool.name': step.name,
        'gen_ai.tool.type': 'function',
        'gen_ai.tool.call.id': step.stepId,
        'gen_ai.tool.call.arguments': spanText(step.input),
      };
    default:
      return named;
  }
}

/** What its end adds. */
export function endAttributes(step: StepEnd): Attributes {
  const { kind, output, usage, firstTokenMs, costUsd } = step;
  return {
    'gen_ai.usage.input_tokens': usage?.inputTokens,
    'gen_ai.usage.output_tokens': kind === 'embedding' ? undefined : usage?.outputTokens,
    'gen_ai.response.time_to_first_chunk': firstTokenMs === undefined ? undefined : firstTokenMs / 1000,
    'tendril.cost.usd': costUsd,
    ...(kind === 'model' && outputAttributes((output ?? {}) as Partial<ModelStepOutput>)),
    ...(kind === 'embedding' && {
      'gen_ai.embeddings.dimension.count': (output as { dimensions?: number } | undefined)?.dimensions,
    }),
    ...(kind === 'retrieval' && {
      'gen_ai.retrieval.documents': spanText((output as { documents?: unknown } | undefined)?.documents),
    }),
    ...(kind === 'tool' && { 'gen_ai.tool.call.result': spanText(output) }),
  };
}

function vendorAttributes({ provider, modelId }: Partial<ModelStepInput>): Attributes {
  return {
    'gen_ai.provider.name': provider && providerName(provider),
    'gen_ai.request.model': modelId,
  };
}

function modelAttributes(input: Partial<ModelStepInput>): Attributes {
  const { messages, tools, settings = {} } = input;
  const number = (name: string) => {
    const value = settings[name];
    return typeof value === 'number' ? value : undefined;
  };
  const stops = settings['stopSequences'];
  return {
    ...vendorAttributes(input),
    'gen_ai.request.temperature': number('temperature'),
    'gen_ai.request.top_p': number('topP'),
    'gen_ai.request.top_k': number('topK'),
    'gen_ai.request.max_tokens': number('maxOutputTokens'),
    'gen_ai.request.frequency_penalty': number('frequencyPenalty'),
    'gen_ai.request.presence_penalty': number('presencePenalty'),
    'gen_ai.request.seed': number('seed'),
    'gen_ai.request.stop_sequences': Array.isArray(stops) ? stops.map(String) : undefined,
    'gen_ai.input.messages': messages && spanText(messages.map(messageParts)),
    'gen_ai.tool.definitions': tools && spanText(tools.map((name) => ({ type: 'function', name }))),
  };
}

function outputAttributes({ text, toolCalls, finishReason, isCached }: Partial<ModelStepOutput>): Attributes {
  const calls = (toolCalls ?? []).map(({ tool, input }) => ({
    type: 'tool_call',
    name: tool,
    arguments: input,
  }));
  const parts = [...(text ? [{ type: 'text', content: text }] : []), ...calls];
  return {
    'gen_ai.response.finish_reasons': finishReason === undefined ? undefined : [finishReason],
    'gen_ai.output.messages':
      parts.length === 0 ? undefined : spanText([{ role: 'assistant', parts, finish_reason: finishReason }]),
    'tendril.step.cached': isCached,
  };
}

function messageParts({ role, content }: ModelStepInput['messages'][number]) {
  return { role, parts: [{ type: 'text', content }] };
}
