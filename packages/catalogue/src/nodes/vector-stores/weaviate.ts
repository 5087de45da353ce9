import type { RunContext } from '@tendril/contract/node/run-context';
import { implementNode } from '../../interfaces/implement-node.ts';
import type { NodeInputs } from '../../interfaces/input-types.gen.ts';
import { checkAddress } from '../../model/address.ts';
import { findKey } from '../../model/read-key.ts';
import { fillStore } from '../../retrieval/fill-store.ts';
import { readFilter } from '../../retrieval/read-filter.ts';
import { storeOutputs } from '../../retrieval/store-outputs.ts';
import { commaList } from '../../tools/comma-list.ts';
import { weaviateStore } from '../../vector-databases/weaviate-store.ts';

async function open(inputs: NodeInputs['weaviate'], context: RunContext) {
  const { weaviateConnectionType: type, weaviateHost: host, weaviateMetadataKeys: keys = '' } = inputs;
  const isSecure = type === 'cloud' || (type === 'custom' && inputs.weaviateHttpSecure !== false);
  const bare = host.trim().replace(/^https?:\/\//, '');
  return weaviateStore({
    url: checkAddress(`${isSecure ? 'https' : 'http'}://${bare}`, 'Weaviate Host'),
    apiKey: await findKey(context, 'weaviateApiKey'),
    index: inputs.weaviateIndex,
    textKey: inputs.weaviateTextKey,
    metadataKeys: commaList(keys.replace(/[[\]"']/g, '')) ?? [],
    filter: readFilter(inputs.weaviateFilter, 'Weaviate'),
    alpha: inputs.alpha,
  });
}

/** Finds passages in a class of Weaviate, by meaning or by words too, and fills it. */
export const weaviate = implementNode({
  name: 'weaviate',
  icon: 'weaviate',
  description: 'Finds passages in a class of Weaviate, by meaning or by words too, and fills it.',
  upsertAnchors: ['document', 'recordManager'],

  openStore: open,

  run: async (inputs, context) => storeOutputs(await open(inputs, context), inputs, context),

  upsert: async (inputs, context) => fillStore(await open(inputs, context), inputs, context),
});
