import type { RunContext } from '@tendril/contract/node/run-context';
import { implementNode } from '../../interfaces/implement-node.ts';
import type { NodeInputs } from '../../interfaces/input-types.gen.ts';
import { fillStore } from '../../retrieval/fill-store.ts';
import { readFilter } from '../../retrieval/read-filter.ts';
import { storeOutputs } from '../../retrieval/store-outputs.ts';
import { readSecret } from '../../tools/read-secret.ts';
import { pineconeStore } from '../../vector-databases/pinecone-store.ts';

async function open(inputs: NodeInputs['pinecone'], context: RunContext) {
  return pineconeStore({
    apiKey: await readSecret(context, 'pineconeApiKey', 'Pinecone'),
    index: inputs.pineconeIndex,
    namespace: inputs.pineconeNamespace,
    textKey: inputs.pineconeTextKey,
    filter: readFilter(inputs.pineconeMetadataFilter, 'Pinecone'),
    fileUpload: inputs.fileUpload,
  });
}

/** Finds passages in an index of Pinecone, and fills it. */
export const pinecone = implementNode({
  name: 'pinecone',
  icon: 'pinecone',
  description: 'Finds passages in an index of Pinecone, and fills it.',
  upsertAnchors: ['document', 'recordManager'],

  openStore: open,

  run: async (inputs, context) => storeOutputs(await open(inputs, context), inputs, context),

  upsert: async (inputs, context) => fillStore(await open(inputs, context), inputs, context),
});
