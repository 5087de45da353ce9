import { implementNode } from '../../interfaces/implement-node.ts';
import { openCompatibleEmbedder } from '../../providers/vendors/open-compatible-embedder.ts';
import { vendors } from '../../providers/vendors/vendors.data.ts';

/** Embedding models of a LocalAI server. */
export const localAIEmbeddings = implementNode({
  name: 'localAIEmbeddings',
  icon: 'localai',
  description: 'Makes vectors with a model on your own LocalAI server.',

  run: async (inputs, context) => ({
    localAIEmbeddings: await openCompatibleEmbedder(vendors.localai, inputs, context),
  }),
});
