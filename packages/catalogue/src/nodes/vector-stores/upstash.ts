import type { RunContext } from '@tendril/contract/node/run-context';
import { implementNode } from '../../interfaces/implement-node.ts';
import type { NodeInputs } from '../../interfaces/input-types.gen.ts';
import { checkAddress } from '../../model/address.ts';
import { fillStore } from '../../retrieval/fill-store.ts';
import { storeOutputs } from '../../retrieval/store-outputs.ts';
import { readSecret } from '../../tools/read-secret.ts';
import { upstashStore } from '../../vector-databases/upstash-store.ts';

async function open(inputs: NodeInputs['upstash'], context: RunContext) {
  const { UPSTASH_VECTOR_REST_URL: url = '' } = await context.credential();
  return upstashStore({
    url: checkAddress(url, 'Upstash Vector REST URL'),
    token: await readSecret(context, 'UPSTASH_VECTOR_REST_TOKEN', 'Upstash Vector'),
    filter: inputs.upstashMetadataFilter,
    fileUpload: inputs.fileUpload,
  });
}

/** Finds passages in an index of Upstash Vector, and fills it. */
export const upstash = implementNode({
  name: 'upstash',
  icon: 'upstash',
  description: 'Finds passages in an index of Upstash Vector, and fills it.',
  upsertAnchors: ['document', 'recordManager'],

  openStore: open,

  run: async (inputs, context) => storeOutputs(await open(inputs, context), inputs, context),

  upsert: async (inputs, context) => fillStore(await open(inputs, context), inputs, context),
});
