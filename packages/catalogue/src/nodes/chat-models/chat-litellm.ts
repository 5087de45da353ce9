import { implementNode } from '../../interfaces/implement-node.ts';
import { openChatModel } from '../../providers/vendors/open-chat-model.ts';
import { vendors } from '../../providers/vendors/vendors.data.ts';

/** Models behind a LiteLLM proxy. */
export const chatLitellm = implementNode({
  name: 'chatLitellm',
  icon: 'litellm',
  description: 'Models of any vendor behind a LiteLLM proxy.',

  run: async (inputs, context) => ({
    chatLitellm: await openChatModel(vendors.litellm, inputs, context),
  }),
});
