import { output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import { loadHistory } from '../../chain/load-history.ts';

const messagesPerTurn = 2;

/** The last turns of a session's conversation. */
export const bufferWindowMemory = defineNode({
  name: 'bufferWindowMemory',
  label: 'Buffer Window Memory',
  version: 2,
  category: 'Memory',
  description: 'Remembers the last turns of a conversation, a question and its answer each.',
  icon: 'gallery-horizontal-end',
  role: 'memory',
  sessionParam: 'sessionId',
  inputs: {
    k: param.number({
      label: 'Size',
      description: 'How many turns to remember.',
      default: 4,
      min: 0,
      additionalParams: true,
    }),
    sessionId: param.string({
      label: 'Session Id',
      description: 'Fixes the session; left empty, every chat has its own.',
      optional: true,
      additionalParams: true,
    }),
    memoryKey: param.string({ label: 'Memory Key', default: 'chat_history', additionalParams: true }),
  },
  outputs: {
    bufferWindowMemory: output(['BufferWindowMemory', 'BaseChatMemory', 'BaseMemory'], {
      label: 'Buffer Window Memory',
    }),
  },

  async run({ k, memoryKey }, { nodeId }) {
    const limit = k * messagesPerTurn;
    return {
      bufferWindowMemory: {
        nodeId,
        memoryKey,
        load: (context) => loadHistory({ nodeId, name: 'Buffer Window Memory', limit }, context),
      },
    };
  },
});
