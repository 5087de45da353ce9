import { implementNode } from '../../interfaces/implement-node.ts';
import { openChatModel } from '../../providers/vendors/open-chat-model.ts';
import { vendors } from '../../providers/vendors/vendors.data.ts';

/** Text completion models of Together AI. */
export const togetherAI = implementNode({
  name: 'togetherAI',
  icon: 'together',
  description: 'Open models hosted by Together AI that continue a text.',

  run: async (inputs, context) => ({
    togetherAI: await openChatModel(vendors.together, inputs, context, {
      isCompletion: true,
      body: { top_k: inputs.topK, repetition_penalty: inputs.repeatPenalty },
    }),
  }),
});
