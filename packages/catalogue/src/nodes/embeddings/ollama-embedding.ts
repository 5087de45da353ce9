import { implementNode } from '../../interfaces/implement-node.ts';
import { checkAddress } from '../../model/address.ts';
import { openEmbedder } from '../../providers/vendors/open-embedder.ts';

/** Embedding models of an Ollama server. */
export const ollamaEmbedding = implementNode({
  name: 'ollamaEmbedding',
  icon: 'ollama',
  description: 'Makes vectors with an open model on your own machine, served by Ollama.',

  async run({ baseUrl, modelName, numGpu, numThread, useMMap }, context) {
    const embedder = openEmbedder(
      {
        provider: 'ollama',
        modelId: modelName,
        url: `${checkAddress(baseUrl, 'Base URL')}/api/embed`,
        headers: {},
        secret: undefined,
        fetch: context.services.fetch,
        batchSize: 256,
        toBody: (input) => ({
          model: modelName,
          input,
          options: { num_gpu: numGpu, num_thread: numThread, use_mmap: useMMap },
        }),
      },
      context,
    );
    return { ollamaEmbedding: embedder };
  },
});
