import type { ChatMemory } from '@tendril/contract/provider/memory';
import { loadHistory } from '../../chain/load-history.ts';
import { summariseHistory } from '../../chain/summarise-history.ts';
import { implementNode } from '../../interfaces/implement-node.ts';

/** A summary of a session's conversation. */
export const conversationSummaryMemory = implementNode({
  name: 'conversationSummaryMemory',
  icon: 'history',
  description: 'Remembers a conversation as a summary that a model writes.',

  async run({ model, memoryKey }, { nodeId }) {
    const memory: ChatMemory = {
      nodeId,
      memoryKey,
      async load(context) {
        const turns = await loadHistory({ nodeId, name: 'Conversation Summary Memory' }, context);
        const summary = await summariseHistory({ nodeId, model }, turns, context);
        return summary ? [{ role: 'system', content: `Summary of the conversation so far: ${summary}` }] : [];
      },
    };
    return { conversationSummaryMemory: memory };
  },
});
