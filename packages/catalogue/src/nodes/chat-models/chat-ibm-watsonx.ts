import type { ChatModel } from '@tendril/contract/provider/chat-model';
import { implementNode } from '../../interfaces/implement-node.ts';
import { lazily } from '../../model/lazily.ts';
import { modelIdOf, settingsOf } from '../../providers/vendors/model-inputs.ts';
import { watsonxConnection } from '../../providers/vendors/watsonx-connection.ts';

/** Chat models of IBM watsonx.ai. */
export const chatIBMWatsonx = implementNode({
  name: 'chatIBMWatsonx',
  icon: 'ibm',
  description: 'Models of IBM watsonx.ai, in a project of your own.',

  async run(inputs, context) {
    const connection = await watsonxConnection(context, 'watsonx.ai chat model');
    const modelId = modelIdOf(inputs, 'watsonx.ai');
    const model: ChatModel = {
      nodeId: context.nodeId,
      provider: 'watsonx',
      modelId,
      isDemo: false,
      isStreaming: inputs.streaming,
      settings: settingsOf(inputs),
      language: lazily(async () => {
        const { createWatsonxChatModel } = await import('../../providers/vendors/watsonx-chat-model.ts');
        return createWatsonxChatModel(modelId, connection, { n: inputs.n, logprobs: inputs.logprobs });
      }),
    };
    return { chatIBMWatsonx: model };
  },
});
