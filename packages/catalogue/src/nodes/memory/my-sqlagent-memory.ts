import { loadHistory } from '../../chain/load-history.ts';
import { implementNode } from '../../interfaces/implement-node.ts';

/** What a pipeline remembers of a session. */
export const mySQLAgentMemory = implementNode({
  name: 'mySQLAgentMemory',
  icon: 'mysql',
  description:
    'Lets a pipeline remember the conversation, in the database of this installation instead of MySQL elsewhere.',

  async run(_inputs, { nodeId }) {
    return {
      mySQLAgentMemory: {
        nodeId,
        memoryKey: 'chat_history',
        load: (context: Parameters<typeof loadHistory>[1]) =>
          loadHistory({ nodeId, name: 'Agent Memory' }, context),
      },
    };
  },
});
