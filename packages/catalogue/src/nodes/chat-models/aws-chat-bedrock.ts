import type { ChatModel } from '@tendril/contract/provider/chat-model';
import { implementNode } from '../../interfaces/implement-node.ts';
import { lazily } from '../../model/lazily.ts';
import { bedrockRegions } from '../../providers/bedrock/choices.data.ts';
import { bedrockConnection } from '../../providers/bedrock/connection.ts';

const models = [
  'anthropic.claude-haiku-4-5-20251001-v1:0',
  'anthropic.claude-sonnet-4-5-20250929-v1:0',
  'amazon.nova-pro-v1:0',
  'amazon.nova-lite-v1:0',
  'amazon.nova-micro-v1:0',
  'meta.llama3-3-70b-instruct-v1:0',
];

/** Chat models of AWS Bedrock. */
export const awsChatBedrock = implementNode({
  name: 'awsChatBedrock',
  icon: 'aws',
  description: 'Models of many vendors in your own AWS account. Answers come in one piece.',
  loadMethods: {
    listModels: async () => models.map((name) => ({ name, label: name })),
    listRegions: async () => bedrockRegions,
  },

  async run(inputs, context) {
    const { region, endpointHost, customModel } = inputs;
    const named = customModel?.trim() || inputs.model;
    const modelId = inputs.useGlobalEndpoint && !customModel ? `global.${named}` : named;
    const ask = await bedrockConnection({ region, modelId, endpointHost }, context, 'Bedrock chat model');
    const model: ChatModel = {
      nodeId: context.nodeId,
      provider: 'bedrock',
      modelId,
      isDemo: false,
      isStreaming: false,
      seesImages: inputs.allowImageUploads,
      settings: { temperature: inputs.temperature, maxOutputTokens: inputs.max_tokens_to_sample },
      language: lazily(async () => {
        const { createBedrockChatModel } = await import('../../providers/bedrock/chat-model.ts');
        const own = inputs.latencyOptimized ? { performanceConfig: { latency: 'optimized' } } : {};
        return createBedrockChatModel(modelId, ask, own);
      }),
    };
    return { awsChatBedrock: model };
  },
});
