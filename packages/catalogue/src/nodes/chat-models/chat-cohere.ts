import { implementNode } from '../../interfaces/implement-node.ts';
import { listVendorModels } from '../../providers/vendors/list-models.ts';
import { openChatModel } from '../../providers/vendors/open-chat-model.ts';
import { vendors } from '../../providers/vendors/vendors.data.ts';

/** Chat models of Cohere. */
export const chatCohere = implementNode({
  name: 'chatCohere',
  icon: 'cohere',
  description: 'The Command models of Cohere.',
  loadMethods: {
    listModels: (request) =>
      listVendorModels(vendors.cohere, request, { url: 'https://api.cohere.com/v1/models?endpoint=chat' }),
  },

  run: async (inputs, context) => ({
    chatCohere: await openChatModel(vendors.cohere, inputs, context),
  }),
});
