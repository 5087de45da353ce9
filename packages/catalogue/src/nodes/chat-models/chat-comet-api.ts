import { implementNode } from '../../interfaces/implement-node.ts';
import { openChatModel } from '../../providers/vendors/open-chat-model.ts';
import { vendors } from '../../providers/vendors/vendors.data.ts';

/** Models of many vendors through CometAPI. */
export const chatCometAPI = implementNode({
  name: 'chatCometAPI',
  icon: 'cometapi',
  description: 'Models of many vendors behind one key of CometAPI.',

  run: async (inputs, context) => ({
    chatCometAPI: await openChatModel(vendors.comet, inputs, context),
  }),
});
