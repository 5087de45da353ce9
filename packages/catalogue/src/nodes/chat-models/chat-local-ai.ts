import { implementNode } from '../../interfaces/implement-node.ts';
import { openChatModel } from '../../providers/vendors/open-chat-model.ts';
import { vendors } from '../../providers/vendors/vendors.data.ts';

/** Models of a LocalAI server. */
export const chatLocalAI = implementNode({
  name: 'chatLocalAI',
  icon: 'localai',
  description: 'Open models on your own machine, served by LocalAI.',

  run: async (inputs, context) => ({
    chatLocalAI: await openChatModel(vendors.localai, inputs, context),
  }),
});
