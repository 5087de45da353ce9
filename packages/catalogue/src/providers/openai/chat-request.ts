import type { LanguageModelV4CallOptions, LanguageModelV4Prompt, SharedV4FileData } from '@ai-sdk/provider';
import { toolOutputText } from '../../model/step-messages.ts';
import { isClosedSchema } from './strictness.ts';

type Message = LanguageModelV4Prompt[number];
type UserMessage = Extract<Message, { role: 'user' }>;
type AssistantMessage = Extract<Message, { role: 'assistant' }>;

function fileUrl(data: SharedV4FileData, mediaType: string): string {
  if (data.type === 'url') return data.url.href;
  if (data.type !== 'data') throw new Error(`A file of kind "${data.type}" cannot be sent to this model.`);
  const base64 = typeof data.data === 'string' ? data.data : Buffer.from(data.data).toString('base64');
  return `data:${mediaType};base64,${base64}`;
}

function toUserContent({ content }: UserMessage): unknown {
  const [first] = content;
  if (content.length === 1 && first?.type === 'text') return first.text;
  return content.map((part) => {
    if (part.type === 'text') return { type: 'text', text: part.text };
    const url = fileUrl(part.data, part.mediaType);
    if (part.mediaType.startsWith('image')) return { type: 'image_url', image_url: { url } };
    return { type: 'file', file: { filename: part.filename ?? 'file', file_data: url } };
  });
}

function fromAssistant({ content }: AssistantMessage): object {
  let text = '';
  const calls: object[] = [];
  for (const part of content) {
    if (part.type === 'text') text += part.text;
    if (part.type !== 'tool-call') continue;
    const call = { name: part.toolName, arguments: JSON.stringify(part.input) };
    calls.push({ id: part.toolCallId, type: 'function', function: call });
  }
  if (calls.length === 0) return { role: 'assistant', content: text };
  return { role: 'assistant', content: text || null, tool_calls: calls };
}

function toMessages(prompt: LanguageModelV4Prompt): object[] {
  const messages: object[] = [];
  for (const message of prompt) {
    if (message.role === 'system') messages.push({ role: 'system', content: message.content });
    else if (message.role === 'user') messages.push({ role: 'user', content: toUserContent(message) });
    else if (message.role === 'assistant') messages.push(fromAssistant(message));
    else {
      for (const part of message.content) {
        if (part.type !== 'tool-result') continue;
        messages.push({ role: 'tool', tool_call_id: part.toolCallId, content: toolOutputText(part.output) });
      }
    }
  }
  return messages;
}

function toTools({ tools }: LanguageModelV4CallOptions, hasStrictTools: boolean): object[] | undefined {
  if (!tools?.length) return undefined;
  return tools.flatMap((tool) => {
    if (tool.type !== 'function') return [];
    const strict = hasStrictTools || tool.strict;
    const { name, description, inputSchema: parameters } = tool;
    return [{ type: 'function', function: { name, description, parameters, ...(strict && { strict }) } }];
  });
}

function toToolChoice({ toolChoice, tools }: LanguageModelV4CallOptions): unknown {
  if (!toolChoice || !tools?.length) return undefined;
  return toolChoice.type === 'tool'
    ? { type: 'function', function: { name: toolChoice.toolName } }
    : toolChoice.type;
}

function toResponseFormat({ responseFormat }: LanguageModelV4CallOptions): unknown {
  if (responseFormat?.type !== 'json') return undefined;
  const { schema, name = 'answer', description } = responseFormat;
  if (!schema) return { type: 'json_object' };
  return { type: 'json_schema', json_schema: { name, description, schema, strict: isClosedSchema(schema) } };
}

/** The body of a call of `/chat/completions`; `own` is laid over it, and undefined keys are not sent. */
export function toChatRequest(
  modelId: string,
  options: LanguageModelV4CallOptions,
  hasStrictTools: boolean,
  isStream: boolean,
  own?: Readonly<Record<string, unknown>>,
): string {
  return JSON.stringify({
    model: modelId,
    messages: toMessages(options.prompt),
    temperature: options.temperature,
    max_tokens: options.maxOutputTokens,
    top_p: options.topP,
    frequency_penalty: options.frequencyPenalty,
    presence_penalty: options.presencePenalty,
    stop: options.stopSequences,
    seed: options.seed,
    response_format: toResponseFormat(options),
    tools: toTools(options, hasStrictTools),
    tool_choice: toToolChoice(options),
    ...(isStream && { stream: true, stream_options: { include_usage: true } }),
    ...own,
  });
}
