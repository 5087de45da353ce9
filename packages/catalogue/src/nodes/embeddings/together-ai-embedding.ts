import { implementNode } from '../../interfaces/implement-node.ts';
import { openCompatibleEmbedder } from '../../providers/vendors/open-compatible-embedder.ts';
import { vendors } from '../../providers/vendors/vendors.data.ts';

/** Embedding models of Together AI. */
export const togetherAIEmbedding = implementNode({
  name: 'togetherAIEmbedding',
  icon: 'together',
  description: 'Makes vectors with an open model hosted by Together AI.',

  run: async (inputs, context) => ({
    togetherAIEmbedding: await openCompatibleEmbedder(vendors.together, inputs, context),
  }),
});
