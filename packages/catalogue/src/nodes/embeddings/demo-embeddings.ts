import { output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { traceEmbedder } from '../../model/traced-embedding.ts';

/** The embedder that needs no key: texts with the same words are near each other. */
export const demoEmbeddings = defineNode({
  name: 'demoEmbeddings',
  label: 'Demo embeddings',
  version: 1,
  category: 'Embeddings',
  description: 'Makes vectors from the words of a text. Runs inside the app, needs no key.',
  icon: 'sparkles',
  tags: ['demo'],
  isReusable: true,
  inputs: {},
  outputs: {
    demoEmbeddings: output(['DemoEmbeddings', 'Embeddings', 'BaseEmbedding_LlamaIndex'], {
      label: 'DemoEmbeddings',
    }),
  },

  async run(_inputs, { nodeId }) {
    const { demoEmbedding } = await import('../../providers/demo/demo-embedding.ts');
    const embedder = traceEmbedder({
      nodeId,
      provider: 'demo',
      modelId: 'demo-embedding-1',
      isDemo: true,
      price: { input: 0, output: 0 },
      batchSize: 1000,
      embedBatch: async (texts, signal) => {
        signal.throwIfAborted();
        const characters = texts.reduce((sum, text) => sum + text.length, 0);
        return { vectors: texts.map(demoEmbedding), tokens: Math.ceil(characters / 4) };
      },
    });
    return { demoEmbeddings: embedder };
  },
});
