import { implementNode } from '../../interfaces/implement-node.ts';
import { openEmbedder } from '../../providers/vendors/open-embedder.ts';
import { watsonxConnection } from '../../providers/vendors/watsonx-connection.ts';

/** Embedding models of IBM watsonx.ai. */
export const ibmEmbedding = implementNode({
  name: 'ibmEmbedding',
  icon: 'ibm',
  description: 'Makes vectors with a model of IBM watsonx.ai.',

  async run({ modelName, truncateInputTokens }, context) {
    const { urlOf, projectId, secret, fetch } = await watsonxConnection(context, 'watsonx.ai embeddings');
    const embedder = openEmbedder(
      {
        provider: 'watsonx',
        modelId: modelName,
        url: urlOf('embeddings'),
        headers: {},
        secret,
        fetch,
        batchSize: 256,
        toBody: (inputs) => ({
          model_id: modelName,
          project_id: projectId,
          inputs,
          parameters: { truncate_input_tokens: truncateInputTokens },
        }),
      },
      context,
    );
    return { ibmEmbedding: embedder };
  },
});
