import { implementNode } from '../../interfaces/implement-node.ts';
import { listVendorModels } from '../../providers/vendors/list-models.ts';
import { openChatModel } from '../../providers/vendors/open-chat-model.ts';
import { vendors } from '../../providers/vendors/vendors.data.ts';

/** Chat models of DeepSeek. */
export const chatDeepseek = implementNode({
  name: 'chatDeepseek',
  icon: 'deepseek',
  description: 'Chat models of DeepSeek, with or without thinking.',
  loadMethods: { listModels: (request) => listVendorModels(vendors.deepseek, request) },

  run: async (inputs, context) => ({
    chatDeepseek: await openChatModel(vendors.deepseek, inputs, context, {
      // This one always thinks and knows no switch.
      ...(!inputs.modelName.includes('reasoner') && {
        body: { thinking: { type: inputs.thinking ? 'enabled' : 'disabled' } },
      }),
    }),
  }),
});
