import type { LanguageModelV4CallOptions, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { definite } from '../../model/definite.ts';
import { toolOutputText } from '../../model/step-messages.ts';
import type { OllamaMessage, OllamaOptions } from './protocol.ts';

type Message = LanguageModelV4Prompt[number];
type UserMessage = Extract<Message, { role: 'user' }>;
type AssistantMessage = Extract<Message, { role: 'assistant' }>;

function imageOf(part: UserMessage['content'][number]): string[] {
  if (part.type !== 'file' || part.data.type !== 'data') return [];
  const { data } = part.data;
  return [typeof data === 'string' ? data : Buffer.from(data).toString('base64')];
}

const textOf = (content: readonly { type: string; text?: string }[]) =>
  content.map((part) => (part.type === 'text' ? (part.text ?? '') : '')).join('');

function fromAssistant(message: AssistantMessage): OllamaMessage {
  const calls = message.content.flatMap((part) =>
    part.type === 'tool-call' ? [{ function: { name: part.toolName, arguments: part.input } }] : [],
  );
  const content = textOf(message.content as { type: string; text?: string }[]);
  return { role: 'assistant', content, ...(calls.length > 0 && { tool_calls: calls }) };
}

function toMessages(message: Message): OllamaMessage[] {
  switch (message.role) {
    case 'system':
      return [{ role: 'system', content: message.content }];
    case 'user': {
      const images = message.content.flatMap(imageOf);
      const content = textOf(message.content as { type: string; text?: string }[]);
      return [{ role: 'user', content, ...(images.length > 0 && { images }) }];
    }
    case 'assistant':
      return [fromAssistant(message)];
    case 'tool':
      return message.content.flatMap((part) =>
        part.type === 'tool-result'
          ? [{ role: 'tool' as const, content: toolOutputText(part.output), tool_name: part.toolName }]
          : [],
      );
  }
}

function toTools(options: LanguageModelV4CallOptions) {
  if (options.toolChoice?.type === 'none') return undefined;
  const tools = (options.tools ?? []).flatMap((tool) =>
    tool.type === 'function'
      ? [
          {
            type: 'function',
            function: { name: tool.name, description: tool.description, parameters: tool.inputSchema },
          },
        ]
      : [],
  );
  return tools.length > 0 ? tools : undefined;
}

/** The body of a call of `/api/chat`. */
export function toRequestBody(
  modelId: string,
  options: LanguageModelV4CallOptions,
  own: OllamaOptions,
  stream: boolean,
): Record<string, unknown> {
  const { responseFormat } = options;
  return definite({
    model: modelId,
    messages: options.prompt.flatMap(toMessages),
    tools: toTools(options),
    format: responseFormat?.type === 'json' ? (responseFormat.schema ?? 'json') : undefined,
    options: definite({
      ...own,
      temperature: options.temperature,
      top_p: options.topP,
      top_k: options.topK,
      num_predict: options.maxOutputTokens,
      stop: options.stopSequences,
      seed: options.seed,
      presence_penalty: options.presencePenalty,
      frequency_penalty: options.frequencyPenalty,
    }),
    stream,
  });
}
