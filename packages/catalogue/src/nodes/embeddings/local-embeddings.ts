import { AppError } from '@tendril/contract/app-error';
import { output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import { traceEmbedder } from '../../model/traced-embedding.ts';

const textsAtOnce = 1000;

/** Embeddings of a small model that works on the server itself: no key, no network, nothing leaves it. */
export const localEmbeddings = defineNode({
  name: 'localEmbeddings',
  label: 'Local Embeddings',
  version: 1,
  category: 'Embeddings',
  description:
    'Makes vectors with a small model on this server. Needs no key, sends nothing anywhere; fast, less exact than large models.',
  icon: 'hard-drive',
  tags: ['local'],
  isReusable: true,
  inputs: {
    modelName: param.asyncOptions({
      label: 'Model',
      description:
        'The model’s files have to be on the server. They are downloaded where a knowledge base is set up.',
      loadMethod: 'listModels',
      default: 'potion-base-8M',
    }),
  },
  outputs: {
    localEmbeddings: output(['LocalEmbeddings', 'Embeddings', 'BaseEmbedding_LlamaIndex'], {
      label: 'LocalEmbeddings',
    }),
  },
  loadMethods: {
    async listModels({ listLocalModels }) {
      const models = (await listLocalModels?.()) ?? [];
      return models.map(({ name, isHere, bytes }) => ({
        name,
        label: name,
        description: `${Math.max(1, Math.round(bytes / 1e6))} MB${isHere ? ', on this server' : ''}`,
      }));
    },
  },

  async run({ modelName }, { nodeId, services }) {
    const { localEmbeddings: local } = services;
    if (!local) throw new AppError('NODE_FAILED', 'Local Embeddings: there are no local models here.');
    const embedder = traceEmbedder({
      nodeId,
      provider: 'local',
      modelId: modelName,
      isDemo: false,
      price: { input: 0, output: 0 },
      batchSize: textsAtOnce,
      embedBatch: async (texts, signal) => {
        const characters = texts.reduce((sum, text) => sum + text.length, 0);
        return { vectors: await local.embed(modelName, texts, signal), tokens: Math.ceil(characters / 4) };
      },
    });
    return { localEmbeddings: embedder };
  },
});
