import type { ChatMemory, ChatTurn } from '@tendril/contract/provider/memory';
import { loadHistory } from '../../chain/load-history.ts';
import { summariseHistory } from '../../chain/summarise-history.ts';
import { implementNode } from '../../interfaces/implement-node.ts';

/** Close enough for every model's own count. */
const charactersPerToken = 4;

/** Index of the first message that still fits, counted from the last. */
function firstKept(turns: readonly ChatTurn[], tokens: number): number {
  let left = tokens * charactersPerToken;
  for (let index = turns.length - 1; index >= 0; index -= 1) {
    left -= turns[index]?.content.length ?? 0;
    if (left < 0) return index + 1;
  }
  return 0;
}

/** The latest messages of a session, and a summary of those before. */
export const conversationSummaryBufferMemory = implementNode({
  name: 'conversationSummaryBufferMemory',
  icon: 'history',
  description: 'Remembers the latest messages as they were said, and a summary of what came before.',

  async run({ model, maxTokenLimit, memoryKey }, { nodeId }) {
    const memory: ChatMemory = {
      nodeId,
      memoryKey,
      async load(context) {
        const turns = await loadHistory({ nodeId, name: 'Conversation Summary Buffer Memory' }, context);
        const at = firstKept(turns, maxTokenLimit);
        if (at === 0) return turns;
        const summary = await summariseHistory({ nodeId, model }, turns.slice(0, at), context);
        const content = `Summary of the conversation until then: ${summary}`;
        return [{ role: 'system', content }, ...turns.slice(at)];
      },
    };
    return { conversationSummaryBufferMemory: memory };
  },
});
