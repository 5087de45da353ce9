import { implementNode } from '../../interfaces/implement-node.ts';
import { openChatModel } from '../../providers/vendors/open-chat-model.ts';
import { vendors } from '../../providers/vendors/vendors.data.ts';

/** Open models of Together AI. */
export const chatTogetherAI = implementNode({
  name: 'chatTogetherAI',
  icon: 'together',
  description: 'Open models hosted by Together AI.',

  run: async (inputs, context) => ({
    chatTogetherAI: await openChatModel(vendors.together, inputs, context),
  }),
});
