import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { PipelineMessage, PipelineState } from '@tendril/contract/provider/pipeline';
import type { AskMessage } from '../model/ask-model.ts';
import { formatPrompt } from '../text/format-prompt.ts';
import { toPromptValues } from '../text/prompt-values.ts';
import { readStateValue, stateView } from './state-path.ts';

export interface PipelinePrompts {
  systemMessagePrompt: string | undefined;
  humanMessagePrompt: string | undefined;
  promptValues: unknown;
}

type PromptMessage = AskMessage | LanguageModelV4Prompt[number];

/** Another node's message is presented to a model as user input, under the name of its author. */
function asPrompted(message: PipelineMessage): AskMessage[] {
  // Tool calls of other nodes are left out; their results follow as text.
  if (message.toolCalls && message.content === '') return [];
  return [{ role: 'user', content: message.name ? `${message.name}: ${message.content}` : message.content }];
}

function ownCall({ content, toolCalls = [] }: PipelineMessage): LanguageModelV4Prompt[number] {
  const calls = toolCalls.map(({ id, name, args }) => ({
    type: 'tool-call' as const,
    toolCallId: id,
    toolName: name,
    input: args,
  }));
  return {
    role: 'assistant',
    content: [...(content ? [{ type: 'text' as const, text: content }] : []), ...calls],
  };
}

function resultPart({ toolCallId = '', name = '', content }: PipelineMessage) {
  const output = { type: 'text' as const, value: content };
  return { type: 'tool-result' as const, toolCallId, toolName: name, output };
}

/** The conversation as one node's model sees it: its own tool calls as such, with their results. */
function toMessages(messages: readonly PipelineMessage[], nodeId: string): PromptMessage[] {
  const answered = new Set(messages.flatMap(({ toolCallId }) => toolCallId ?? []));
  const isAnswered = ({ toolCalls }: PipelineMessage) =>
    toolCalls?.every(({ id }) => answered.has(id)) ?? false;
  const asked = messages.filter((message) => message.nodeId === nodeId && isAnswered(message));
  const own = new Set(asked.flatMap(({ toolCalls = [] }) => toolCalls.map(({ id }) => id)));
  const prompt: PromptMessage[] = [];
  for (const message of messages) {
    const { role, content } = message;
    if (role === 'tool' && own.has(message.toolCallId ?? '')) {
      const last = prompt.at(-1);
      // Models require all results of one turn in one message.
      if (last?.role === 'tool') last.content.push(resultPart(message));
      else prompt.push({ role: 'tool', content: [resultPart(message)] });
    } else if (role === 'tool' || (message.nodeId !== undefined && message.nodeId !== nodeId)) {
      prompt.push(...asPrompted(message));
    } else if (isAnswered(message)) {
      prompt.push(ownCall(message));
    } else if (content || !message.toolCalls) {
      prompt.push({ role, content });
    }
  }
  return prompt;
}

const stateReference = /\{\{\s*(\$flow\.[^\s{}]+)\s*\}\}/g;

/** Fills a prompt; `{{$flow.state.key}}` is a placeholder like any other. */
function fill(template: string, values: Record<string, unknown>, read: (path: string) => unknown): string {
  const found: Record<string, unknown> = {};
  const places = template.replace(stateReference, (_whole, path: string) => {
    found[path] = read(path);
    return `{${path}}`;
  });
  return formatPrompt(places, { ...found, ...values });
}

/** The prompt of a pipeline's node: system prompt, the conversation so far, human prompt. */
export function pipelinePrompt(
  prompts: PipelinePrompts,
  state: PipelineState,
  context: RunContext,
): PromptMessage[] {
  const flow = { state: stateView(state) };
  const read = (value: unknown) => readStateValue(value, flow, context.variables);
  const given = Object.entries(toPromptValues(prompts.promptValues));
  const values = Object.fromEntries(given.map(([name, value]) => [name, read(value)]));
  const { systemMessagePrompt: system, humanMessagePrompt: human } = prompts;
  return [
    ...(system ? [{ role: 'system' as const, content: fill(system, values, read) }] : []),
    ...toMessages(state.messages, context.nodeId),
    ...(human ? [{ role: 'user' as const, content: fill(human, values, read) }] : []),
  ];
}

/** The same for a node that executes its tool calls itself, so that the conversation holds none of them. */
export function pipelineMessages(
  prompts: PipelinePrompts,
  state: PipelineState,
  context: RunContext,
): AskMessage[] {
  return pipelinePrompt(prompts, state, context).filter(
    (message): message is AskMessage => typeof message.content === 'string',
  );
}
