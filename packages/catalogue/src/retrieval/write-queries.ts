import type { RunContext } from '@tendril/contract/node/run-context';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import { askModel } from '../model/ask-model.ts';

/** Queries that a model writes, one a line, without numbers, bullets and tags; at most `count`. */
export async function writeQueries(
  model: ChatModel,
  prompt: string,
  count: number,
  context: RunContext,
): Promise<string[]> {
  const { text } = await askModel(model, { messages: [{ role: 'user', content: prompt }] }, context);
  const lines = text
    .replace(/<\/?questions?>/gi, '\n')
    .split('\n')
    .map((line) => line.replace(/^\s*(?:[-*•]|\d+[.):])\s*/, '').trim());
  return [...new Set(lines.filter(Boolean))].slice(0, count);
}
