import { implementNode } from '../../interfaces/implement-node.ts';
import { readKey } from '../../model/read-key.ts';
import { listVendorModels } from '../../providers/vendors/list-models.ts';
import { openEmbedder } from '../../providers/vendors/open-embedder.ts';
import { vendors } from '../../providers/vendors/vendors.data.ts';

/** Cohere's limit for one request. */
const mostPerRequest = 96;

const known = [{ id: 'embed-v4.0' }, { id: 'embed-english-v3.0' }, { id: 'embed-multilingual-v3.0' }];

/** Embedding models of Cohere. */
export const cohereEmbeddings = implementNode({
  name: 'cohereEmbeddings',
  icon: 'cohere',
  description: 'Makes vectors with a model of Cohere.',
  loadMethods: {
    listModels: (request) =>
      listVendorModels({ ...vendors.cohere, models: known }, request, {
        url: 'https://api.cohere.com/v1/models?endpoint=embed',
      }),
  },

  async run({ modelName, inputType }, context) {
    const apiKey = await readKey(context, vendors.cohere.keyField, 'Cohere embeddings');
    const embedder = openEmbedder(
      {
        provider: 'cohere',
        modelId: modelName,
        url: 'https://api.cohere.com/v2/embed',
        headers: { authorization: `Bearer ${apiKey}` },
        secret: apiKey,
        fetch: context.services.fetch,
        batchSize: mostPerRequest,
        hasKinds: true,
        toBody: (texts, kind) => ({
          model: modelName,
          texts,
          input_type: kind ? `search_${kind}` : inputType,
          embedding_types: ['float'],
        }),
      },
      context,
    );
    return { cohereEmbeddings: embedder };
  },
});
