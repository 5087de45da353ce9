import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import { implementNode } from '../../interfaces/implement-node.ts';
import type { NodeInputs } from '../../interfaces/input-types.gen.ts';
import { checkAddress } from '../../model/address.ts';
import { fillStore } from '../../retrieval/fill-store.ts';
import { storeOutputs } from '../../retrieval/store-outputs.ts';
import { elasticAddress } from '../../vector-databases/elastic-address.ts';
import { elasticsearchCalls } from '../../vector-databases/elastic-calls.ts';
import { elasticStore } from '../../vector-databases/elastic-store.ts';

async function open(inputs: NodeInputs['elasticsearch'], context: RunContext) {
  const {
    endpoint = '',
    apiKey = '',
    cloudId = '',
    username = '',
    password = '',
  } = await context.credential();
  const isByKey = apiKey.trim() !== '';
  if (!isByKey && password === '')
    throw new AppError('CREDENTIAL_MISSING', 'Elasticsearch needs a key. Choose a credential in this node.');
  const basic = Buffer.from(`${username.trim()}:${password}`).toString('base64');
  const { similarity } = inputs;
  return elasticStore({
    calls: elasticsearchCalls({
      url: checkAddress(isByKey ? endpoint : elasticAddress(cloudId), 'Elasticsearch Endpoint'),
      authorization: isByKey ? `ApiKey ${apiKey.trim()}` : `Basic ${basic}`,
      secrets: isByKey ? [apiKey.trim()] : [password, basic],
      index: inputs.indexName,
    }),
    dialect: {
      service: 'Elasticsearch',
      indexBody: (dims) => ({
        mappings: {
          properties: {
            embedding: { type: 'dense_vector', dims, index: true, similarity },
            text: { type: 'text' },
            metadata: { type: 'object', dynamic: true },
          },
        },
      }),
      searchBody: (vector, count) => ({
        knn: {
          field: 'embedding',
          query_vector: vector,
          k: count,
          num_candidates: Math.min(10_000, count * 10),
        },
      }),
      // Both ways of measuring are turned into a score between 0 and 1.
      toCosine: (score) => (similarity === 'l2_norm' ? 1 - (1 / (score || 1) - 1) / 2 : score * 2 - 1),
    },
  });
}

/** Finds passages in an index of Elasticsearch, and fills it. */
export const elasticsearch = implementNode({
  name: 'elasticsearch',
  icon: 'elastic',
  description: 'Finds passages in an index of Elasticsearch, and fills it.',
  upsertAnchors: ['document', 'recordManager'],

  openStore: open,

  run: async (inputs, context) => storeOutputs(await open(inputs, context), inputs, context),

  upsert: async (inputs, context) => fillStore(await open(inputs, context), inputs, context),
});
