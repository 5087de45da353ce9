import { implementNode } from '../../interfaces/implement-node.ts';
import { openChatModel } from '../../providers/vendors/open-chat-model.ts';
import { vendors } from '../../providers/vendors/vendors.data.ts';

/** Models of many vendors through OpenRouter. */
export const chatOpenRouter = implementNode({
  name: 'chatOpenRouter',
  icon: 'route',
  description: 'Models of many vendors behind one key of OpenRouter.',

  run: async (inputs, context) => ({
    chatOpenRouter: await openChatModel(vendors.openrouter, inputs, context),
  }),
});
