import { implementNode } from '../../interfaces/implement-node.ts';
import { listVendorModels } from '../../providers/vendors/list-models.ts';
import { openChatModel } from '../../providers/vendors/open-chat-model.ts';
import { vendors } from '../../providers/vendors/vendors.data.ts';

/** Chat models of Cerebras. */
export const chatCerebras = implementNode({
  name: 'chatCerebras',
  icon: 'cerebras',
  description: 'Open models on the fast chips of Cerebras.',
  loadMethods: { listModels: (request) => listVendorModels(vendors.cerebras, request) },

  run: async (inputs, context) => ({
    chatCerebras: await openChatModel(vendors.cerebras, inputs, context),
  }),
});
