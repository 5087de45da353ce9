import type {
  JSONSchema7,
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4Prompt,
  LanguageModelV4ProviderTool,
} from '@ai-sdk/provider';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import type { TokenUsage } from '@tendril/contract/run-event';
import { toTokenUsage } from './token-usage.ts';
import { parseToolInput } from './tool-input.ts';
import { traceModel } from './traced-model.ts';

/** One message of a plain prompt; messages with parts are passed as `LanguageModelV4Prompt` members. */
export interface AskMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

export interface AskRequest {
  messages: readonly (AskMessage | LanguageModelV4Prompt[number])[];
  tools?: (LanguageModelV4FunctionTool | LanguageModelV4ProviderTool)[];
  /** The answer has to be JSON text of this shape. */
  schema?: JSONSchema7;
  /** The text is the run's answer: it is streamed if the caller streams. */
  isAnswer?: boolean;
}

export interface AskReply {
  text: string;
  toolCalls: { toolCallId: string; tool: string; input: unknown }[];
  finishReason: string;
  usage: TokenUsage;
}

function toMessage(message: AskRequest['messages'][number]): LanguageModelV4Prompt[number] {
  if (typeof message.content !== 'string') return message as LanguageModelV4Prompt[number];
  if (message.role === 'system') return { role: 'system', content: message.content };
  return { role: message.role as 'user' | 'assistant', content: [{ type: 'text', text: message.content }] };
}

function toCallOptions({ messages, tools, schema }: AskRequest): LanguageModelV4CallOptions {
  return {
    prompt: messages.map(toMessage),
    ...(tools?.length && { tools }),
    ...(schema && { responseFormat: { type: 'json', schema, name: 'answer' } }),
  };
}

async function generate(model: LanguageModelV4, options: LanguageModelV4CallOptions): Promise<AskReply> {
  const result = await model.doGenerate(options);
  const reply: AskReply = {
    text: '',
    toolCalls: [],
    finishReason: result.finishReason.unified,
    usage: toTokenUsage(result.usage),
  };
  for (const part of result.content) {
    if (part.type === 'text') reply.text += part.text;
    // The vendor has carried those out itself.
    if (part.type !== 'tool-call' || part.providerExecuted) continue;
    reply.toolCalls.push({
      toolCallId: part.toolCallId,
      tool: part.toolName,
      input: parseToolInput(part.input),
    });
  }
  if (result.structuredOutputText !== undefined && options.responseFormat)
    reply.text = result.structuredOutputText;
  return reply;
}

async function stream(
  model: LanguageModelV4,
  options: LanguageModelV4CallOptions,
  emit: (text: string) => void,
): Promise<AskReply> {
  const reply: AskReply = {
    text: '',
    toolCalls: [],
    finishReason: 'other',
    usage: { inputTokens: 0, outputTokens: 0 },
  };
  const result = await model.doStream(options);
  for await (const part of result.stream) {
    switch (part.type) {
      case 'text-delta':
        reply.text += part.delta;
        emit(part.delta);
        break;
      case 'tool-call':
        if (part.providerExecuted) break;
        reply.toolCalls.push({
          toolCallId: part.toolCallId,
          tool: part.toolName,
          input: parseToolInput(part.input),
        });
        break;
      case 'finish':
        reply.finishReason = part.finishReason.unified;
        reply.usage = toTokenUsage(part.usage);
        break;
      case 'error':
        // traceModel has already converted it.
        throw part.error as Error;
      default:
    }
  }
  return reply;
}

/**
 * Asks a model once, without a tool loop. Streams when the run and the model's node both do, else one plain call.
 * Throws the `AppError`s of `traceModel`.
 */
export async function askModel(
  model: ChatModel,
  request: AskRequest,
  context: RunContext,
): Promise<AskReply> {
  const traced = await traceModel(model, context);
  const options = toCallOptions(request);
  if (!(context.isStreaming && model.isStreaming && request.isAnswer)) return generate(traced, options);
  return stream(traced, options, (text) => {
    if (text) context.emit({ type: 'text-delta', text });
  });
}
