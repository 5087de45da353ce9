import { implementNode } from '../../interfaces/implement-node.ts';
import { openChatModel } from '../../providers/vendors/open-chat-model.ts';
import { vendors } from '../../providers/vendors/vendors.data.ts';

/** Models in NVIDIA NIM containers. */
export const chatNvidiaNIM = implementNode({
  name: 'chatNvidiaNIM',
  icon: 'nvidia',
  description: 'Models in NVIDIA NIM containers, your own or hosted by NVIDIA.',

  run: async (inputs, context) => ({
    chatNvidiaNIM: await openChatModel(vendors.nvidia, inputs, context),
  }),
});
