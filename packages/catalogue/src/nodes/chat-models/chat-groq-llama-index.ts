import { implementNode } from '../../interfaces/implement-node.ts';
import { listVendorModels } from '../../providers/vendors/list-models.ts';
import { openChatModel } from '../../providers/vendors/open-chat-model.ts';
import { vendors } from '../../providers/vendors/vendors.data.ts';

/** Chat models for LlamaIndex flows. */
export const chatGroq_LlamaIndex = implementNode({
  name: 'chatGroq_LlamaIndex',
  icon: 'groq',
  description: 'Open models on the fast chips of Groq, for LlamaIndex flows.',
  loadMethods: { listModels: (request) => listVendorModels(vendors.groq, request) },

  run: async (inputs, context) => ({
    chatGroq_LlamaIndex: await openChatModel(vendors.groq, inputs, context),
  }),
});
