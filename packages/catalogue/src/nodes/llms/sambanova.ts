import { implementNode } from '../../interfaces/implement-node.ts';
import { openChatModel } from '../../providers/vendors/open-chat-model.ts';
import { vendors } from '../../providers/vendors/vendors.data.ts';

/** Language models of SambaNova, which answers chats only. */
export const sambanova = implementNode({
  name: 'sambanova',
  icon: 'sambanova',
  description: 'Open models on the fast chips of SambaNova.',

  run: async (inputs, context) => ({
    sambanova: await openChatModel(vendors.sambanova, inputs, context),
  }),
});
