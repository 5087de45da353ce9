import { implementNode } from '../../interfaces/implement-node.ts';
import { checkAddress } from '../../model/address.ts';
import { readKey } from '../../model/read-key.ts';
import { modelIdOf } from '../../providers/vendors/model-inputs.ts';
import { openEmbedder } from '../../providers/vendors/open-embedder.ts';
import { vendors } from '../../providers/vendors/vendors.data.ts';

/** Embedding models of Hugging Face. */
export const huggingFaceInferenceEmbeddings = implementNode({
  name: 'huggingFaceInferenceEmbeddings',
  icon: 'huggingface',
  description: 'Makes vectors with an open model through Hugging Face.',

  async run(inputs, context) {
    const apiKey = await readKey(context, vendors.huggingface.keyField, 'Hugging Face embeddings');
    const { endpoint } = inputs;
    const modelId = endpoint ? inputs.modelName || 'endpoint' : modelIdOf(inputs, 'Hugging Face');
    const embedder = openEmbedder(
      {
        provider: 'huggingface',
        modelId,
        url: endpoint
          ? checkAddress(endpoint, 'Endpoint')
          : `https://router.huggingface.co/hf-inference/models/${modelId}/pipeline/feature-extraction`,
        headers: { authorization: `Bearer ${apiKey}` },
        secret: apiKey,
        fetch: context.services.fetch,
        batchSize: 32,
        toBody: (texts) => ({ inputs: texts }),
      },
      context,
    );
    return { huggingFaceInferenceEmbeddings: embedder };
  },
});
