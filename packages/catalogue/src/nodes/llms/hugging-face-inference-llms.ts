import { implementNode } from '../../interfaces/implement-node.ts';
import { huggingFaceRequest } from '../../providers/vendors/hugging-face-request.ts';
import { openChatModel } from '../../providers/vendors/open-chat-model.ts';
import { vendors } from '../../providers/vendors/vendors.data.ts';

/** Language models of Hugging Face, whose router answers chats only. */
export const huggingFaceInference_LLMs = implementNode({
  name: 'huggingFaceInference_LLMs',
  icon: 'huggingface',
  description: 'Open models through Hugging Face, or on an endpoint of your own there.',

  run: async (inputs, context) => ({
    huggingFaceInference_LLMs: await openChatModel(
      vendors.huggingface,
      inputs,
      context,
      huggingFaceRequest(inputs),
    ),
  }),
});
