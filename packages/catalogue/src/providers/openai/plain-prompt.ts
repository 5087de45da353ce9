import type { LanguageModelV4CallOptions, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { AppError } from '@tendril/contract/app-error';

const speakers = { system: 'System', user: 'Human', assistant: 'AI', tool: 'Tool' } as const;

function textOf({ content }: LanguageModelV4Prompt[number]): string {
  if (typeof content === 'string') return content;
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

/**
 * The messages as one text for a model that only continues texts: a single question as it is, a conversation with its
 * speakers. Throws FLOW_INVALID when tools are given: such a model has no way to call them.
 */
export function toPlainPrompt({ prompt, tools }: LanguageModelV4CallOptions): string {
  if (tools?.length) {
    throw new AppError(
      'FLOW_INVALID',
      'This model completes text and cannot call tools. Use a chat model instead.',
    );
  }
  const [only] = prompt;
  if (only && prompt.length === 1) return textOf(only);
  const lines = prompt.map((message) => `${speakers[message.role]}: ${textOf(message)}`);
  return [...lines, `${speakers.assistant}:`].join('\n');
}
