import { implementNode } from '../../interfaces/implement-node.ts';
import { openChatModel } from '../../providers/vendors/open-chat-model.ts';
import { vendors } from '../../providers/vendors/vendors.data.ts';

/** A chat model with a name of its own, of OpenAI or a compatible server. */
export const chatOpenAICustom = implementNode({
  name: 'chatOpenAICustom',
  icon: 'openai',
  description: 'Any model name of OpenAI, or of a server that speaks its protocol.',

  run: async (inputs, context) => ({
    chatOpenAICustom: await openChatModel(vendors.openai, inputs, context),
  }),
});
