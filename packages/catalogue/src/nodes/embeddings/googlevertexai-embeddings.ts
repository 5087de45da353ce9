import { implementNode } from '../../interfaces/implement-node.ts';
import { openEmbedder } from '../../providers/vendors/open-embedder.ts';
import { vertexEmbeddingModels, vertexRegions } from '../../providers/vendors/vertex-choices.data.ts';
import { vertexConnection } from '../../providers/vendors/vertex-connection.ts';

/** Embedding models in a Google Cloud project. */
export const googlevertexaiEmbeddings = implementNode({
  name: 'googlevertexaiEmbeddings',
  icon: 'google',
  description: 'Makes vectors with a model of Google, in a Google Cloud project of your own.',
  loadMethods: { listModels: async () => vertexEmbeddingModels, listRegions: async () => vertexRegions },

  async run({ modelName, region, stripNewLines }, context) {
    const { baseUrl, fetch } = await vertexConnection(region, context, 'Vertex AI embeddings');
    const embedder = openEmbedder(
      {
        provider: 'vertex',
        modelId: modelName,
        url: `${baseUrl}/models/${encodeURIComponent(modelName)}:predict`,
        headers: {},
        secret: undefined,
        fetch,
        // The Gemini ones take a single text.
        batchSize: modelName.startsWith('gemini') ? 1 : 25,
        stripNewLines,
        toBody: (texts) => ({ instances: texts.map((content) => ({ content })) }),
      },
      context,
    );
    return { googlevertexaiEmbeddings: embedder };
  },
});
