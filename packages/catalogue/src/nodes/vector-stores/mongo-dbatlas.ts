import type { RunContext } from '@tendril/contract/node/run-context';
import { mongoPlace } from '../../databases/mongo-place.ts';
import { implementNode } from '../../interfaces/implement-node.ts';
import type { NodeInputs } from '../../interfaces/input-types.gen.ts';
import { fillStore } from '../../retrieval/fill-store.ts';
import { readFilter } from '../../retrieval/read-filter.ts';
import { storeOutputs } from '../../retrieval/store-outputs.ts';
import { mongoStore } from '../../vector-databases/mongo-store.ts';

async function open(inputs: NodeInputs['mongoDBAtlas'], context: RunContext) {
  return mongoStore({
    address: await mongoPlace(context),
    database: inputs.databaseName,
    collection: inputs.collectionName,
    index: inputs.indexName,
    textKey: inputs.textKey || 'text',
    embeddingKey: inputs.embeddingKey || 'embedding',
    filter: readFilter(inputs.mongoMetadataFilter, 'MongoDB Atlas'),
  });
}

/** Finds passages in a collection of MongoDB with a vector search index, and fills it. */
export const mongoDBAtlas = implementNode({
  name: 'mongoDBAtlas',
  icon: 'mongodb',
  description: 'Finds passages in a collection of MongoDB with a vector search index, and fills it.',
  upsertAnchors: ['document'],

  openStore: open,

  run: async (inputs, context) => storeOutputs(await open(inputs, context), inputs, context),

  upsert: async (inputs, context) => fillStore(await open(inputs, context), inputs, context),
});
