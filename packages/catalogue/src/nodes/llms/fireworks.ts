import { implementNode } from '../../interfaces/implement-node.ts';
import { openChatModel } from '../../providers/vendors/open-chat-model.ts';
import { vendors } from '../../providers/vendors/vendors.data.ts';

/** Text completion models of Fireworks AI. */
export const fireworks = implementNode({
  name: 'fireworks',
  icon: 'fireworks',
  description: 'Open models hosted by Fireworks AI that continue a text.',

  run: async (inputs, context) => ({
    fireworks: await openChatModel(vendors.fireworks, inputs, context, { isCompletion: true }),
  }),
});
