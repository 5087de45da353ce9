import type { RunContext } from '@tendril/contract/node/run-context';
import { implementNode } from '../../interfaces/implement-node.ts';
import type { NodeInputs } from '../../interfaces/input-types.gen.ts';
import { fillStore } from '../../retrieval/fill-store.ts';
import { readFilter } from '../../retrieval/read-filter.ts';
import { storeOutputs } from '../../retrieval/store-outputs.ts';
import { readSecret } from '../../tools/read-secret.ts';
import { pineconeStore } from '../../vector-databases/pinecone-store.ts';

async function open(inputs: NodeInputs['pineconeLlamaIndex'], context: RunContext) {
  return pineconeStore({
    apiKey: await readSecret(context, 'pineconeApiKey', 'Pinecone'),
    index: inputs.pineconeIndex,
    namespace: inputs.pineconeNamespace,
    filter: readFilter(inputs.pineconeMetadataFilter, 'Pinecone'),
  });
}

/** The same as pinecone, with the model that answers. */
export const pineconeLlamaIndex = implementNode({
  name: 'pineconeLlamaIndex',
  icon: 'pinecone',
  description: 'Finds passages in an index of Pinecone, and fills it, for LlamaIndex flows.',
  upsertAnchors: ['document'],

  async run(inputs, context) {
    const { retriever, vectorStore } = storeOutputs(await open(inputs, context), inputs, context);
    return { retriever: { ...retriever, model: inputs.model }, vectorStore };
  },

  upsert: async (inputs, context) => fillStore(await open(inputs, context), inputs, context),
});
