import type { JSONSchema7, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { AppError } from '@tendril/contract/app-error';
import type { FetchFunction, NodeServices, RunContext } from '@tendril/contract/node/run-context';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import type { NodeEvent } from '@tendril/contract/run-event';
import { parseToolInput } from '../model/tool-input.ts';
import { traceModel } from '../model/traced-model.ts';

/** One message of a spoken conversation, in the form of a model. */
export type SpokenMessage =
  | { role: 'system' | 'user' | 'assistant'; text: string }
  /** The functions that the model called, and their results. */
  | { role: 'tool'; toolId: string; name: string; arguments: string; result: string };

/** A function that a model may call. */
interface SpokenTool {
  name: string;
  description: string;
  /** JSON schema of its arguments. */
  parameters: Record<string, unknown>;
}

export interface ConverseRequest {
  model: ChatModel;
  messages: readonly SpokenMessage[];
  tools: readonly SpokenTool[];
  /** Receives the step of the model call with the exact prompt. */
  emit(event: NodeEvent): void;
  signal: AbortSignal;
}

/** A piece of a model's answer, or a function that it calls; `arguments` is JSON text. */
export type ConversePart =
  | { type: 'text'; text: string }
  | { type: 'tool-call'; toolId: string; name: string; arguments: string };

/** Asks a model once and streams its answer. Throws the `AppError`s of `traceModel`. */
export async function* converse(request: ConverseRequest): AsyncGenerator<ConversePart> {
  const { model, messages, tools, signal } = request;
  const traced = await traceModel(model, toContext(request));
  const result = await traced.doStream({
    prompt: toPrompt(messages),
    abortSignal: signal,
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, parameters }) => ({
        type: 'function' as const,
        name,
        description,
        inputSchema: parameters as JSONSchema7,
      })),
    }),
  });
  const reader = result.stream.getReader();
  try {
    for (;;) {
      const { done, value: part } = await reader.read();
      if (done) return;
      if (part.type === 'error') throw part.error as Error;
      if (part.type === 'text-delta' && part.delta !== '') yield { type: 'text', text: part.delta };
      if (part.type === 'tool-call')
        yield { type: 'tool-call', toolId: part.toolCallId, name: part.toolName, arguments: part.input };
    }
  } finally {
    // Leaving the loop stops the vendor too.
    await reader.cancel().catch(() => {});
  }
}

function toPrompt(messages: readonly SpokenMessage[]): LanguageModelV4Prompt {
  const prompt: LanguageModelV4Prompt = [];
  for (const message of messages) {
    if (message.role === 'system') prompt.push({ role: 'system', content: message.text });
    else if (message.role === 'tool') prompt.push(...toolMessages(message));
    else prompt.push({ role: message.role, content: [{ type: 'text', text: message.text }] });
  }
  return prompt;
}

function toolMessages(message: Extract<SpokenMessage, { role: 'tool' }>): LanguageModelV4Prompt {
  const { toolId: toolCallId, name: toolName, arguments: text, result } = message;
  const input = parseToolInput(text);
  return [
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId, toolName, input }] },
    {
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId, toolName, output: { type: 'text', value: result } }],
    },
  ];
}

/** A run's context for a model outside of any flow: it has no access to one. */
function toContext({ model, emit, signal }: ConverseRequest): RunContext {
  const absent = () => {
    throw new AppError('NODE_FAILED', 'A call has no flow of its own.');
  };
  const services: NodeServices = {
    fetch: absent as unknown as FetchFunction,
    sandbox: { run: async () => absent(), close: async () => {} },
    readCredential: async () => absent(),
    readTool: async () => absent(),
    listTools: async () => [],
    readFile: async () => absent(),
    readHistory: async () => [],
  };
  return {
    nodeId: model.nodeId,
    question: '',
    session: { runId: '', flowId: '', chatId: '', sessionId: '', chatMessageId: '' },
    output: '',
    isStreaming: true,
    signal,
    services,
    history: [],
    variables: {},
    runVariables: new Map(),
    fileAttachment: '',
    idempotencyKey: '',
    pause: absent,
    emit,
    credential: async () => absent(),
  };
}
