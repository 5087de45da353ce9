import { loadHistory } from '../../chain/load-history.ts';
import { implementNode } from '../../interfaces/implement-node.ts';

/** What a pipeline remembers of a session. */
export const sqliteAgentMemory = implementNode({
  name: 'sqliteAgentMemory',
  icon: 'sqlite',
  description:
    'Lets a pipeline remember the conversation, in the database of this installation instead of SQLite elsewhere.',

  async run(_inputs, { nodeId }) {
    return {
      sqliteAgentMemory: {
        nodeId,
        memoryKey: 'chat_history',
        load: (context: Parameters<typeof loadHistory>[1]) =>
          loadHistory({ nodeId, name: 'Agent Memory' }, context),
      },
    };
  },
});
