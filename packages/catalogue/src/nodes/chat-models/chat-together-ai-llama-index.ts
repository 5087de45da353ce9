import { implementNode } from '../../interfaces/implement-node.ts';
import { openChatModel } from '../../providers/vendors/open-chat-model.ts';
import { vendors } from '../../providers/vendors/vendors.data.ts';

/** Chat models for LlamaIndex flows. */
export const chatTogetherAI_LlamaIndex = implementNode({
  name: 'chatTogetherAI_LlamaIndex',
  icon: 'together',
  description: 'Open models hosted by Together AI, for LlamaIndex flows.',

  run: async (inputs, context) => ({
    chatTogetherAI_LlamaIndex: await openChatModel(vendors.together, inputs, context),
  }),
});
