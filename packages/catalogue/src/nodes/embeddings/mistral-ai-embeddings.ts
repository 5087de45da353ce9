import { implementNode } from '../../interfaces/implement-node.ts';
import { listVendorModels } from '../../providers/vendors/list-models.ts';
import { openCompatibleEmbedder } from '../../providers/vendors/open-compatible-embedder.ts';
import { vendors } from '../../providers/vendors/vendors.data.ts';

/** Embedding models of Mistral. */
export const mistralAIEmbeddings = implementNode({
  name: 'mistralAIEmbeddings',
  icon: 'mistral',
  description: 'Makes vectors with a model of Mistral.',
  loadMethods: {
    listModels: (request) =>
      listVendorModels(
        { ...vendors.mistral, models: [{ id: 'mistral-embed' }, { id: 'codestral-embed' }] },
        request,
        {
          isWanted: (id) => id.includes('embed'),
        },
      ),
  },

  run: async (inputs, context) => ({
    mistralAIEmbeddings: await openCompatibleEmbedder(vendors.mistral, inputs, context),
  }),
});
