import { loadHistory } from '../../chain/load-history.ts';
import { implementNode } from '../../interfaces/implement-node.ts';

/** What a pipeline remembers of a session. */
export const postgresAgentMemory = implementNode({
  name: 'postgresAgentMemory',
  icon: 'postgres',
  description:
    'Lets a pipeline remember the conversation, in the database of this installation instead of PostgreSQL elsewhere.',

  async run(_inputs, { nodeId }) {
    return {
      postgresAgentMemory: {
        nodeId,
        memoryKey: 'chat_history',
        load: (context: Parameters<typeof loadHistory>[1]) =>
          loadHistory({ nodeId, name: 'Agent Memory' }, context),
      },
    };
  },
});
