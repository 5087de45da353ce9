import { output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import { loadHistory } from '../../chain/load-history.ts';

/** What a pipeline remembers of a session. */
export const agentMemory = defineNode({
  name: 'agentMemory',
  label: 'Agent Memory',
  version: 1,
  category: 'Memory',
  description: 'Lets a pipeline remember the conversation, in the database of this installation.',
  icon: 'history',
  role: 'memory',
  inputs: {
    databaseType: param.options({
      label: 'Database',
      description: "Kept for flows from elsewhere: here it is always the installation's own database.",
      options: [
        { name: 'sqlite', label: 'SQLite' },
        { name: 'postgres', label: 'PostgreSQL' },
        { name: 'mysql', label: 'MySQL' },
      ],
      default: 'sqlite',
      additionalParams: true,
    }),
    databaseFilePath: param.string({
      label: 'Database File Path',
      description: 'Not used here.',
      optional: true,
      additionalParams: true,
    }),
    additionalConfig: param.json({
      label: 'Additional Connection Configuration',
      description: 'Not used here.',
      optional: true,
      additionalParams: true,
    }),
  },
  outputs: { agentMemory: output(['AgentMemory', 'BaseCheckpointSaver'], { label: 'Agent Memory' }) },

  async run(_inputs, { nodeId }) {
    return {
      agentMemory: {
        nodeId,
        memoryKey: 'chat_history',
        load: (context) => loadHistory({ nodeId, name: 'Agent Memory' }, context),
      },
    };
  },
});
