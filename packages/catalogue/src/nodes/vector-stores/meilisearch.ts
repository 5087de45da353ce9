import type { RunContext } from '@tendril/contract/node/run-context';
import { implementNode } from '../../interfaces/implement-node.ts';
import type { NodeInputs } from '../../interfaces/input-types.gen.ts';
import { checkAddress } from '../../model/address.ts';
import { findKey } from '../../model/read-key.ts';
import { fillStore } from '../../retrieval/fill-store.ts';
import { storeOutputs } from '../../retrieval/store-outputs.ts';
import { meilisearchStore } from '../../vector-databases/meilisearch-store.ts';

const semanticRatioDefault = 0.75;

async function open(inputs: NodeInputs['meilisearch'], context: RunContext) {
  return meilisearchStore({
    url: checkAddress(inputs.host, 'Host'),
    searchKey: await findKey(context, 'meilisearchSearchApiKey'),
    adminKey: await findKey(context, 'meilisearchAdminApiKey'),
    index: inputs.indexUid,
    isRenewed: inputs.deleteIndex,
    semanticRatio: inputs.semanticRatio ?? semanticRatioDefault,
    filter: inputs.searchFilter,
  });
}

/** Finds passages in an index of Meilisearch by words and meaning, and fills it. */
export const meilisearch = implementNode({
  name: 'meilisearch',
  icon: 'meilisearch',
  description: 'Finds passages in an index of Meilisearch by words and meaning, and fills it.',
  upsertAnchors: ['document'],

  async run(inputs, context) {
    const { embeddings, K: topK } = inputs;
    const { retriever } = storeOutputs(await open(inputs, context), { embeddings, topK }, context);
    return { retriever };
  },

  upsert: async (inputs, context) => fillStore(await open(inputs, context), inputs, context),
});
