import type { ChatMemory } from '@tendril/contract/provider/memory';
import { firstKept } from '../../chain/first-kept.ts';
import { loadHistory } from '../../chain/load-history.ts';
import { summariseHistory } from '../../chain/summarise-history.ts';
import { implementNode } from '../../interfaces/implement-node.ts';

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
