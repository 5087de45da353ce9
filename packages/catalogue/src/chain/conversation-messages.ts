import type { MemoryTurn } from '@tendril/contract/provider/memory';
import type { PromptTemplate } from '@tendril/contract/provider/prompt';
import type { AskMessage } from '../model/ask-model.ts';
import { formatPrompt, promptPlaces } from '../text/format-prompt.ts';
import { historyText } from '../text/history-text.ts';
import { withQuestion } from '../text/prompt-values.ts';

export interface Conversation {
  question: string;
  history: readonly MemoryTurn[];
  /** The placeholder of a prompt for the history as text. */
  historyKey?: string | undefined;
}

function fill(
  prompt: PromptTemplate | string,
  given: Record<string, unknown>,
  question: string,
): AskMessage[] {
  if (typeof prompt === 'string') {
    const content = formatPrompt(prompt, given, 'keep');
    return content ? [{ role: 'system', content }] : [];
  }
  const templates = prompt.messages.map((message) => message.template);
  const values = withQuestion(templates, { ...given, ...prompt.values }, question);
  return prompt.messages.map(({ role, template }) => ({ role, content: formatPrompt(template, values) }));
}

/**
 * A prompt, or a plain system message, within a conversation: system messages, the history, the other messages. The
 * question fills {input}, {question} and the one placeholder without a value; if no user message contains it, it is
 * appended.
 */
export function conversationMessages(
  prompt: PromptTemplate | string,
  { question, history, historyKey = 'chat_history' }: Conversation,
): AskMessage[] {
  const templates =
    typeof prompt === 'string' ? [prompt] : prompt.messages.map((message) => message.template);
  const holdsHistory = templates.some((template) => promptPlaces(template).includes(historyKey));
  const given = { input: question, question, ...(holdsHistory && { [historyKey]: historyText(history) }) };
  const filled = fill(prompt, given, question);
  return [
    ...filled.filter((message) => message.role === 'system'),
    ...(holdsHistory ? [] : history),
    ...filled.filter((message) => message.role !== 'system'),
    ...(filled.some((message) => message.role === 'user')
      ? []
      : [{ role: 'user' as const, content: question }]),
  ];
}
