import { implementNode } from '../../interfaces/implement-node.ts';
import { listVendorModels } from '../../providers/vendors/list-models.ts';
import { openChatModel } from '../../providers/vendors/open-chat-model.ts';
import { vendors } from '../../providers/vendors/vendors.data.ts';

/** Chat models of Groq. */
export const groqChat = implementNode({
  name: 'groqChat',
  icon: 'groq',
  description: 'Open models on the fast chips of Groq.',
  loadMethods: { listModels: (request) => listVendorModels(vendors.groq, request) },

  run: async (inputs, context) => ({
    groqChat: await openChatModel(vendors.groq, inputs, context),
  }),
});
