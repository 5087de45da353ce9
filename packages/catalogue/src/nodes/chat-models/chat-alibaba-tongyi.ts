import { implementNode } from '../../interfaces/implement-node.ts';
import { openChatModel } from '../../providers/vendors/open-chat-model.ts';
import { vendors } from '../../providers/vendors/vendors.data.ts';

/** Chat models of Alibaba Cloud. */
export const chatAlibabaTongyi = implementNode({
  name: 'chatAlibabaTongyi',
  icon: 'alibaba',
  description: 'The Qwen models of Alibaba Cloud.',

  run: async (inputs, context) => ({
    chatAlibabaTongyi: await openChatModel(vendors.alibaba, inputs, context),
  }),
});
