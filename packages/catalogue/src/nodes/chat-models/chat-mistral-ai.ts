import { implementNode } from '../../interfaces/implement-node.ts';
import { listVendorModels } from '../../providers/vendors/list-models.ts';
import { openChatModel } from '../../providers/vendors/open-chat-model.ts';
import { vendors } from '../../providers/vendors/vendors.data.ts';

/** Chat models of Mistral. */
export const chatMistralAI = implementNode({
  name: 'chatMistralAI',
  icon: 'mistral',
  description: 'Chat models of Mistral.',
  loadMethods: { listModels: (request) => listVendorModels(vendors.mistral, request) },

  run: async (inputs, context) => ({
    chatMistralAI: await openChatModel(vendors.mistral, inputs, context, {
      body: { ...vendors.mistral.body, random_seed: inputs.randomSeed, safe_prompt: inputs.safeMode },
    }),
  }),
});
