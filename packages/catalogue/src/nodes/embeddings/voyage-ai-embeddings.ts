import { implementNode } from '../../interfaces/implement-node.ts';
import { toChoices } from '../../model/known-models.ts';
import { findKey } from '../../model/read-key.ts';
import { openCompatibleEmbedder } from '../../providers/vendors/open-compatible-embedder.ts';
import { vendors } from '../../providers/vendors/vendors.data.ts';

/** Embedding models of Voyage AI. */
export const voyageAIEmbeddings = implementNode({
  name: 'voyageAIEmbeddings',
  icon: 'voyage',
  description: 'Makes vectors with a model of Voyage AI.',
  loadMethods: { listModels: async () => toChoices(vendors.voyage.models) },

  async run(inputs, context) {
    // Its secret holds the whole address.
    const endpoint = (await findKey(context, 'endpoint'))?.replace(/\/embeddings\/?$/, '');
    const asked = { ...inputs, basepath: endpoint, batchSize: 128 };
    const embedder = await openCompatibleEmbedder(vendors.voyage, asked, context, {
      kindBody: (_, kind) => ({ input_type: kind }),
    });
    return { voyageAIEmbeddings: embedder };
  },
});
