import type { RunContext } from '@tendril/contract/node/run-context';
import { implementNode } from '../../interfaces/implement-node.ts';
import type { NodeInputs } from '../../interfaces/input-types.gen.ts';
import { checkAddress } from '../../model/address.ts';
import { fillStore } from '../../retrieval/fill-store.ts';
import { storeOutputs } from '../../retrieval/store-outputs.ts';
import { elasticStore } from '../../vector-databases/elastic-store.ts';
import { openSearchCalls } from '../../vector-databases/open-search-calls.ts';
import { splitAddress } from '../../vector-databases/split-address.ts';

async function open({ indexName, engine, spaceType }: NodeInputs['openSearch'], context: RunContext) {
  const { openSearchUrl = '', ...given } = await context.credential();
  const { address, user, password } = splitAddress(openSearchUrl, given);
  const basic = Buffer.from(`${user}:${password}`).toString('base64');
  return elasticStore({
    calls: openSearchCalls({
      url: checkAddress(address, 'OpenSearch URL'),
      ...(user && { authorization: `Basic ${basic}`, secrets: [password, basic] }),
      index: indexName,
    }),
    dialect: {
      service: 'OpenSearch',
      indexBody: (dimension) => ({
        settings: { index: { knn: true } },
        mappings: {
          properties: {
            embedding: {
              type: 'knn_vector',
              dimension,
              method: { name: 'hnsw', engine, space_type: spaceType },
            },
            text: { type: 'text' },
            metadata: { type: 'object', dynamic: true },
          },
        },
      }),
      searchBody: (vector, count) => ({ query: { knn: { embedding: { vector, k: count } } } }),
      toCosine: (score) => (spaceType === 'l2' ? 1 - (1 / (score || 1) - 1) / 2 : score * 2 - 1),
    },
  });
}

/** Finds passages in an index of OpenSearch, and fills it. */
export const openSearch = implementNode({
  name: 'openSearch',
  icon: 'opensearch',
  description: 'Finds passages in an index of OpenSearch, and fills it.',
  upsertAnchors: ['document'],

  openStore: open,

  run: async (inputs, context) => storeOutputs(await open(inputs, context), inputs, context),

  upsert: async (inputs, context) => fillStore(await open(inputs, context), inputs, context),
});
