import { implementNode } from '../../interfaces/implement-node.ts';
import { listVendorModels } from '../../providers/vendors/list-models.ts';
import { openChatModel } from '../../providers/vendors/open-chat-model.ts';
import { vendors } from '../../providers/vendors/vendors.data.ts';

/** Chat models for LlamaIndex flows. */
export const chatMistral_LlamaIndex = implementNode({
  name: 'chatMistral_LlamaIndex',
  icon: 'mistral',
  description: 'Chat models of Mistral, for LlamaIndex flows.',
  loadMethods: { listModels: (request) => listVendorModels(vendors.mistral, request) },

  run: async (inputs, context) => ({
    chatMistral_LlamaIndex: await openChatModel(vendors.mistral, inputs, context),
  }),
});
