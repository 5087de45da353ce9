import type { LanguageModelV4CallOptions, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { definite } from '../../model/definite.ts';
import { toolOutputText } from '../../model/step-messages.ts';

type Message = LanguageModelV4Prompt[number];
type UserMessage = Extract<Message, { role: 'user' }>;
type AssistantMessage = Extract<Message, { role: 'assistant' }>;
type ToolMessage = Extract<Message, { role: 'tool' }>;

interface ConverseMessage {
  role: 'user' | 'assistant';
  content: object[];
}

function fromUser({ content }: UserMessage): object[] {
  return content.map((part) => {
    if (part.type === 'text') return { text: part.text };
    if (part.data.type !== 'data' || !part.mediaType.startsWith('image/'))
      throw new Error(`A file of type "${part.mediaType}" cannot be sent to this model.`);
    const { data } = part.data;
    const bytes = typeof data === 'string' ? data : Buffer.from(data).toString('base64');
    return { image: { format: part.mediaType.slice('image/'.length), source: { bytes } } };
  });
}

const fromAssistant = ({ content }: AssistantMessage): object[] =>
  content.flatMap((part): object[] => {
    if (part.type === 'text') return part.text.trim() === '' ? [] : [{ text: part.text }];
    if (part.type !== 'tool-call') return [];
    return [{ toolUse: { toolUseId: part.toolCallId, name: part.toolName, input: part.input } }];
  });

const fromTool = ({ content }: ToolMessage): object[] =>
  content.flatMap((part) => {
    if (part.type !== 'tool-result') return [];
    const text = toolOutputText(part.output);
    return [{ toolResult: { toolUseId: part.toolCallId, content: [{ text }] } }];
  });

/** Speakers have to take turns: what one says in a row becomes one message. */
function toMessages(prompt: LanguageModelV4Prompt): ConverseMessage[] {
  const messages: ConverseMessage[] = [];
  for (const message of prompt) {
    if (message.role === 'system') continue;
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const content =
      message.role === 'assistant'
        ? fromAssistant(message)
        : message.role === 'tool'
          ? fromTool(message)
          : fromUser(message);
    const last = messages.at(-1);
    if (last?.role === role) last.content.push(...content);
    else if (content.length > 0) messages.push({ role, content });
  }
  return messages;
}

function toSystem({ prompt, responseFormat }: LanguageModelV4CallOptions): object[] | undefined {
  const texts = prompt.flatMap((message) => (message.role === 'system' ? [message.content] : []));
  // The protocol has no field for the form of an answer.
  if (responseFormat?.type === 'json') {
    const schema = responseFormat.schema
      ? ` that fits this JSON schema: ${JSON.stringify(responseFormat.schema)}`
      : '';
    texts.push(`Answer with nothing but JSON${schema}`);
  }
  return texts.length > 0 ? texts.map((text) => ({ text })) : undefined;
}

function toToolConfig({ tools = [], toolChoice }: LanguageModelV4CallOptions): object | undefined {
  const known = tools.flatMap((tool) =>
    tool.type === 'function'
      ? [
          {
            toolSpec: definite({
              name: tool.name,
              description: tool.description,
              inputSchema: { json: tool.inputSchema },
            }),
          },
        ]
      : [],
  );
  if (known.length === 0) return undefined;
  if (toolChoice?.type === 'required') return { tools: known, toolChoice: { any: {} } };
  if (toolChoice?.type === 'tool')
    return { tools: known, toolChoice: { tool: { name: toolChoice.toolName } } };
  return { tools: known };
}

/** The body of a request of Bedrock's Converse. */
export function toConverseRequest(options: LanguageModelV4CallOptions, own: object): Record<string, unknown> {
  return definite({
    messages: toMessages(options.prompt),
    system: toSystem(options),
    toolConfig: toToolConfig(options),
    inferenceConfig: definite({
      maxTokens: options.maxOutputTokens,
      temperature: options.temperature,
      topP: options.topP,
      stopSequences: options.stopSequences,
    }),
    ...own,
  });
}
