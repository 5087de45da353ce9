import { output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import { loadHistory } from '../../chain/load-history.ts';

/** The whole conversation of a session. */
export const bufferMemory = defineNode({
  name: 'bufferMemory',
  label: 'Buffer Memory',
  version: 2,
  category: 'Memory',
  description: 'Remembers the whole conversation of a session.',
  icon: 'history',
  role: 'memory',
  sessionParam: 'sessionId',
  inputs: {
    sessionId: param.string({
      label: 'Session Id',
      description: 'Fixes the session; left empty, every chat has its own.',
      optional: true,
      additionalParams: true,
    }),
    memoryKey: param.string({ label: 'Memory Key', default: 'chat_history', additionalParams: true }),
  },
  outputs: {
    bufferMemory: output(['BufferMemory', 'BaseChatMemory', 'BaseMemory'], { label: 'Buffer Memory' }),
  },

  async run({ memoryKey }, { nodeId }) {
    return {
      bufferMemory: {
        nodeId,
        memoryKey,
        load: (context) => loadHistory({ nodeId, name: 'Buffer Memory' }, context),
      },
    };
  },
});
