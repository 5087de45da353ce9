import { implementNode } from '../../interfaces/implement-node.ts';
import { openChatModel } from '../../providers/vendors/open-chat-model.ts';
import { vendors } from '../../providers/vendors/vendors.data.ts';

/** Open models of Fireworks AI. */
export const chatFireworks = implementNode({
  name: 'chatFireworks',
  icon: 'fireworks',
  description: 'Open models hosted by Fireworks AI.',

  run: async (inputs, context) => ({
    chatFireworks: await openChatModel(vendors.fireworks, inputs, context),
  }),
});
