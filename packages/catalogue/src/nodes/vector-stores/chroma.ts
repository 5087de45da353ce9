import type { RunContext } from '@tendril/contract/node/run-context';
import { implementNode } from '../../interfaces/implement-node.ts';
import type { NodeInputs } from '../../interfaces/input-types.gen.ts';
import { checkAddress } from '../../model/address.ts';
import { findKey } from '../../model/read-key.ts';
import { fillStore } from '../../retrieval/fill-store.ts';
import { readFilter } from '../../retrieval/read-filter.ts';
import { storeOutputs } from '../../retrieval/store-outputs.ts';
import { chromaStore } from '../../vector-databases/chroma-store.ts';

async function open(inputs: NodeInputs['chroma'], context: RunContext) {
  const address = inputs.chromaURL ?? 'http://localhost:8000';
  return chromaStore({
    url: checkAddress(address, 'Chroma URL'),
    apiKey: await findKey(context, 'chromaApiKey'),
    tenant: await findKey(context, 'chromaTenant'),
    database: await findKey(context, 'chromaDatabase'),
    collection: inputs.collectionName,
    filter: readFilter(inputs.chromaMetadataFilter, 'Chroma'),
  });
}

/** Finds passages in a collection of Chroma, and fills it. */
export const chroma = implementNode({
  name: 'chroma',
  icon: 'chroma',
  description: 'Finds passages in a collection of Chroma, and fills it.',
  upsertAnchors: ['document', 'recordManager'],

  openStore: open,

  run: async (inputs, context) => storeOutputs(await open(inputs, context), inputs, context),

  upsert: async (inputs, context) => fillStore(await open(inputs, context), inputs, context),
});
