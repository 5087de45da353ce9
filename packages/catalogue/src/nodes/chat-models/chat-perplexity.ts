import { implementNode } from '../../interfaces/implement-node.ts';
import { toChoices } from '../../model/known-models.ts';
import { openChatModel } from '../../providers/vendors/open-chat-model.ts';
import { vendors } from '../../providers/vendors/vendors.data.ts';

/** Models of Perplexity. */
export const chatPerplexity = implementNode({
  name: 'chatPerplexity',
  icon: 'perplexity',
  description: 'Models of Perplexity, which look things up on the web.',
  loadMethods: { listModels: async () => toChoices(vendors.perplexity.models) },

  run: async (inputs, context) => ({
    chatPerplexity: await openChatModel(vendors.perplexity, inputs, context, {
      body: { ...vendors.perplexity.body, top_k: inputs.topK },
    }),
  }),
});
