import type { RunContext } from '@tendril/contract/node/run-context';
import { redisPlace } from '../../databases/redis-place.ts';
import { implementNode } from '../../interfaces/implement-node.ts';
import type { NodeInputs } from '../../interfaces/input-types.gen.ts';
import { fillStore } from '../../retrieval/fill-store.ts';
import { storeOutputs } from '../../retrieval/store-outputs.ts';
import { redisStore } from '../../vector-databases/redis-store.ts';

async function open(inputs: NodeInputs['redis'], context: RunContext) {
  return redisStore({
    place: await redisPlace(context),
    index: inputs.indexName,
    contentKey: inputs.contentKey || 'content',
    metadataKey: inputs.metadataKey || 'metadata',
    vectorKey: inputs.vectorKey || 'content_vector',
  });
}

/** Finds passages in an index of Redis, and fills it. */
export const redis = implementNode({
  name: 'redis',
  icon: 'redis',
  description: 'Finds passages in an index of a Redis server with search, and fills it.',
  upsertAnchors: ['document'],

  openStore: open,

  run: async (inputs, context) => storeOutputs(await open(inputs, context), inputs, context),

  async upsert(inputs, context) {
    const store = await open(inputs, context);
    if (inputs.replaceIndex) await store.clear(context);
    return fillStore(store, inputs, context);
  },
});
