import { implementNode } from '../../interfaces/implement-node.ts';
import { listVendorModels } from '../../providers/vendors/list-models.ts';
import { openChatModel } from '../../providers/vendors/open-chat-model.ts';
import { vendors } from '../../providers/vendors/vendors.data.ts';

/** Language models of Cohere, which answers chats only. */
export const cohere = implementNode({
  name: 'cohere',
  icon: 'cohere',
  description: 'The Command models of Cohere.',
  loadMethods: {
    listModels: (request) =>
      listVendorModels(vendors.cohere, request, { url: 'https://api.cohere.com/v1/models?endpoint=chat' }),
  },

  run: async (inputs, context) => ({ cohere: await openChatModel(vendors.cohere, inputs, context) }),
});
