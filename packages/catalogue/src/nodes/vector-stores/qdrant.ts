import type { RunContext } from '@tendril/contract/node/run-context';
import { implementNode } from '../../interfaces/implement-node.ts';
import type { NodeInputs } from '../../interfaces/input-types.gen.ts';
import { checkAddress } from '../../model/address.ts';
import { findKey } from '../../model/read-key.ts';
import { fillStore } from '../../retrieval/fill-store.ts';
import { readFilter } from '../../retrieval/read-filter.ts';
import { storeOutputs } from '../../retrieval/store-outputs.ts';
import { qdrantStore } from '../../vector-databases/qdrant-store.ts';

async function open(
  inputs: NodeInputs['qdrant'],
  context: RunContext,
  dimension = inputs.qdrantVectorDimension || undefined,
) {
  return qdrantStore({
    url: checkAddress(inputs.qdrantServerUrl, 'Qdrant Server URL'),
    apiKey: await findKey(context, 'qdrantApiKey'),
    collection: inputs.qdrantCollection,
    dimension,
    distance: inputs.qdrantSimilarity,
    contentKey: inputs.contentPayloadKey ?? 'content',
    metadataKey: inputs.metadataPayloadKey ?? 'metadata',
    batchSize: inputs.batchSize,
    configuration: readFilter(inputs.qdrantCollectionConfiguration, 'Qdrant'),
    filter: readFilter(inputs.qdrantFilter, 'Qdrant'),
    fileUpload: inputs.fileUpload,
  });
}

/** Finds passages in a collection of Qdrant, and fills it. */
export const qdrant = implementNode({
  name: 'qdrant',
  icon: 'qdrant',
  description: 'Finds passages in a collection of Qdrant, and fills it.',
  upsertAnchors: ['document', 'recordManager'],

  // As long as the vectors of the chosen model.
  openStore: (inputs, context) => open({ ...inputs, qdrantVectorDimension: 0 }, context),

  run: async (inputs, context) => storeOutputs(await open(inputs, context), inputs, context),

  upsert: async (inputs, context) => fillStore(await open(inputs, context), inputs, context),
});
