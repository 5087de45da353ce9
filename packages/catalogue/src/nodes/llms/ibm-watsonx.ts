import type { ChatModel } from '@tendril/contract/provider/chat-model';
import { implementNode } from '../../interfaces/implement-node.ts';
import { lazily } from '../../model/lazily.ts';
import { watsonxConnection } from '../../providers/vendors/watsonx-connection.ts';

/** Text completion models of IBM watsonx.ai. */
export const ibmWatsonx = implementNode({
  name: 'ibmWatsonx',
  icon: 'ibm',
  description: 'Models of IBM watsonx.ai that continue a text, in a project of your own.',

  async run(inputs, context) {
    const connection = await watsonxConnection(context, 'watsonx.ai model');
    const { modelId } = inputs;
    const model: ChatModel = {
      nodeId: context.nodeId,
      provider: 'watsonx',
      modelId,
      isDemo: false,
      // Its answers come whole.
      isStreaming: false,
      settings: {},
      language: lazily(async () => {
        const { createWatsonxTextModel } = await import('../../providers/vendors/watsonx-text-model.ts');
        return createWatsonxTextModel(modelId, connection, {
          decoding_method: inputs.decodingMethod,
          temperature: inputs.temperature,
          top_k: inputs.topK,
          top_p: inputs.topP,
          repetition_penalty: inputs.repetitionPenalty,
          max_new_tokens: inputs.maxNewTokens,
          min_new_tokens: inputs.minNewTokens,
          stop_sequences: inputs.stopSequence?.split(',').map((one) => one.trim()),
          include_stop_sequence: inputs.includeStopSequence,
          random_seed: inputs.randomSeed,
        });
      }),
    };
    return { ibmWatsonx: model };
  },
});
