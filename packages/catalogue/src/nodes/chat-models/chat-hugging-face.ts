import { implementNode } from '../../interfaces/implement-node.ts';
import { huggingFaceRequest } from '../../providers/vendors/hugging-face-request.ts';
import { openChatModel } from '../../providers/vendors/open-chat-model.ts';
import { vendors } from '../../providers/vendors/vendors.data.ts';

/** Chat models of Hugging Face. */
export const chatHuggingFace = implementNode({
  name: 'chatHuggingFace',
  icon: 'huggingface',
  description: 'Open models through Hugging Face, or on an endpoint of your own there.',

  run: async (inputs, context) => ({
    chatHuggingFace: await openChatModel(vendors.huggingface, inputs, context, huggingFaceRequest(inputs)),
  }),
});
