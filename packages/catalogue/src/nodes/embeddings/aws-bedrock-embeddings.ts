import { implementNode } from '../../interfaces/implement-node.ts';
import { traceEmbedder } from '../../model/traced-embedding.ts';
import { bedrockRegions } from '../../providers/bedrock/choices.data.ts';
import { bedrockConnection } from '../../providers/bedrock/connection.ts';
import { embedWithBedrock } from '../../providers/bedrock/embed.ts';

const models = [
  'amazon.titan-embed-text-v2:0',
  'amazon.titan-embed-text-v1',
  'cohere.embed-english-v3',
  'cohere.embed-multilingual-v3',
];

/** Embedding models of AWS Bedrock. */
export const AWSBedrockEmbeddings = implementNode({
  name: 'AWSBedrockEmbeddings',
  icon: 'aws',
  description: 'Makes vectors with a model of AWS Bedrock.',
  loadMethods: {
    listModels: async () => models.map((name) => ({ name, label: name })),
    listRegions: async () => bedrockRegions,
  },

  async run({ region, model, customModel, endpointHost, inputType, batchSize }, context) {
    const modelId = customModel?.trim() || model;
    const ask = await bedrockConnection({ region, modelId, endpointHost }, context, 'Bedrock embeddings');
    const embedder = traceEmbedder({
      nodeId: context.nodeId,
      provider: 'bedrock',
      modelId,
      isDemo: false,
      batchSize: Math.max(1, batchSize),
      embedBatch: (texts, signal, kind) =>
        embedWithBedrock(ask, modelId, kind ? `search_${kind}` : inputType, texts, signal),
    });
    return { AWSBedrockEmbeddings: embedder };
  },
});
