import { implementNode } from '../../interfaces/implement-node.ts';
import { openCompatibleEmbedder } from '../../providers/vendors/open-compatible-embedder.ts';
import { vendors } from '../../providers/vendors/vendors.data.ts';

/** An embedding model with a name of its own, of OpenAI or a compatible server. */
export const openAIEmbeddingsCustom = implementNode({
  name: 'openAIEmbeddingsCustom',
  icon: 'openai',
  description: 'Makes vectors with any model name of OpenAI, or of a server that speaks its protocol.',

  run: async (inputs, context) => ({
    openAIEmbeddingsCustom: await openCompatibleEmbedder(
      vendors.openai,
      { ...inputs, modelName: inputs.modelName || 'text-embedding-ada-002' },
      context,
      {
        body: { dimensions: inputs.dimensions, encoding_format: inputs.encodingFormat },
      },
    ),
  }),
});
