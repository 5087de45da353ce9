import type { RunContext } from '@tendril/contract/node/run-context';
import { implementNode } from '../../interfaces/implement-node.ts';
import type { NodeInputs } from '../../interfaces/input-types.gen.ts';
import { checkAddress } from '../../model/address.ts';
import { findKey } from '../../model/read-key.ts';
import { fillStore } from '../../retrieval/fill-store.ts';
import { storeOutputs } from '../../retrieval/store-outputs.ts';
import { readSecret } from '../../tools/read-secret.ts';
import { singleStoreStore } from '../../vector-databases/single-store-store.ts';

async function open(inputs: NodeInputs['singlestore'], context: RunContext) {
  const host = inputs.host.trim();
  return singleStoreStore({
    url: checkAddress(host.includes('://') ? host : `https://${host}`, 'Host'),
    user: (await findKey(context, 'user')) ?? '',
    password: await readSecret(context, 'password', 'SingleStore'),
    database: inputs.database,
    table: inputs.tableName ?? 'embeddings',
    contentColumn: inputs.contentColumnName ?? 'content',
    vectorColumn: inputs.vectorColumnName ?? 'vector',
    metadataColumn: inputs.metadataColumnName ?? 'metadata',
  });
}

/** Finds passages in a table of SingleStore through its Data API, and fills it. */
export const singlestore = implementNode({
  name: 'singlestore',
  icon: 'singlestore',
  description: 'Finds passages in a table of SingleStore through its Data API, and fills it.',
  upsertAnchors: ['document'],

  run: async (inputs, context) => storeOutputs(await open(inputs, context), inputs, context),

  upsert: async (inputs, context) => fillStore(await open(inputs, context), inputs, context),
});
