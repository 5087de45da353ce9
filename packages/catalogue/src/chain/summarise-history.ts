import { createHash } from 'node:crypto';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import type { ChatTurn } from '@tendril/contract/provider/memory';
import { askModel } from '../model/ask-model.ts';
import { BoundedCache } from '../model/bounded-cache.ts';
import { historyText } from '../text/history-text.ts';

interface KnownSummary {
  count: number;
  digest: string;
  summary: string;
}

const mostCharacters = 2_000_000;
const known = new BoundedCache<KnownSummary>(mostCharacters, ({ summary }) => summary.length + 200);

const digestOf = (turns: readonly ChatTurn[]) =>
  createHash('sha256').update(JSON.stringify(turns)).digest('hex');

function summaryPrompt(summary: string, turns: readonly ChatTurn[]): string {
  const before = summary ? `<summary>\n${summary}\n</summary>\n` : '';
  return `Summarise this conversation in a few sentences: what was asked, what was answered, and every name, number and decision that may matter later.${summary ? ' A summary of its beginning comes first; write one summary of all of it.' : ''} Give only the summary.\n\n${before}<conversation>\n${historyText(turns)}\n</conversation>`;
}

/** Messages in a few sentences. What was summarised before is not read again, only what has been said since. */
export async function summariseHistory(
  { nodeId, model }: { nodeId: string; model: ChatModel },
  turns: readonly ChatTurn[],
  context: RunContext,
): Promise<string> {
  const key = `${context.session.flowId}/${nodeId}/${context.session.sessionId}`;
  const last = known.get(key);
  const before = last && digestOf(turns.slice(0, last.count)) === last.digest ? last : undefined;
  const rest = turns.slice(before?.count ?? 0);
  if (rest.length === 0) return before?.summary ?? '';
  const content = summaryPrompt(before?.summary ?? '', rest);
  const { text } = await askModel(model, { messages: [{ role: 'user', content }] }, context);
  const summary = text.trim();
  known.set(key, { count: turns.length, digest: digestOf(turns), summary });
  return summary;
}
