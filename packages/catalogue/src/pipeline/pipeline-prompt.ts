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

/** Another node's words reach a model as something it is told, under the name of who said it. */
function toMessage(message: PipelineMessage, nodeId: string): AskMessage {
  if (message.nodeId === undefined || message.nodeId === nodeId)
    return { role: message.role, content: message.content };
  return { role: 'user', content: message.name ? `${message.name}: ${message.content}` : message.content };
}

const stateReference = /\{\{\s*(\$flow\.[^\s{}]+)\s*\}\}/g;

/** Fills a prompt; `{{$flow.state.key}}` in it is a place like any other. */
function fill(template: string, values: Record<string, unknown>, read: (path: string) => unknown): string {
  const found: Record<string, unknown> = {};
  const places = template.replace(stateReference, (_whole, path: string) => {
    found[path] = read(path);
    return `{${path}}`;
  });
  return formatPrompt(places, { ...found, ...values });
}

/** What a node of a pipeline asks its model: system prompt, the conversation so far, human prompt. */
export function pipelineMessages(
  prompts: PipelinePrompts,
  state: PipelineState,
  context: RunContext,
): AskMessage[] {
  const flow = { state: stateView(state) };
  const read = (value: unknown) => readStateValue(value, flow, context.variables);
  const given = Object.entries(toPromptValues(prompts.promptValues));
  const values = Object.fromEntries(given.map(([name, value]) => [name, read(value)]));
  const { systemMessagePrompt: system, humanMessagePrompt: human } = prompts;
  return [
    ...(system ? [{ role: 'system' as const, content: fill(system, values, read) }] : []),
    ...state.messages.map((message) => toMessage(message, context.nodeId)),
    ...(human ? [{ role: 'user' as const, content: fill(human, values, read) }] : []),
  ];
}
