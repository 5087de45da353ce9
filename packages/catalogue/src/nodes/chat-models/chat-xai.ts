import { implementNode } from '../../interfaces/implement-node.ts';
import { openChatModel } from '../../providers/vendors/open-chat-model.ts';
import { vendors } from '../../providers/vendors/vendors.data.ts';

/** Chat models of xAI. */
export const chatXAI = implementNode({
  name: 'chatXAI',
  icon: 'xai',
  description: 'The Grok models of xAI.',

  run: async (inputs, context) => ({
    chatXAI: await openChatModel(vendors.xai, inputs, context),
  }),
});
