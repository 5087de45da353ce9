import type { RunContext } from '@tendril/contract/node/run-context';
import { implementNode } from '../../interfaces/implement-node.ts';
import type { NodeInputs } from '../../interfaces/input-types.gen.ts';
import { checkAddress } from '../../model/address.ts';
import { fillStore } from '../../retrieval/fill-store.ts';
import { storeOutputs } from '../../retrieval/store-outputs.ts';
import { readSecret } from '../../tools/read-secret.ts';
import { astraStore } from '../../vector-databases/astra-store.ts';

async function open(inputs: NodeInputs['Astra'], context: RunContext) {
  const { dbEndPoint = '' } = await context.credential();
  return astraStore({
    endpoint: checkAddress(dbEndPoint, 'Astra DB Endpoint'),
    token: await readSecret(context, 'applicationToken', 'Astra DB'),
    collection: inputs.astraCollection,
    dimension: inputs.vectorDimension,
    metric: inputs.similarityMetric ?? 'cosine',
  });
}

/** Finds passages in a collection of Astra DB, and fills it. */
export const Astra = implementNode({
  name: 'Astra',
  icon: 'astra',
  description: 'Finds passages in a collection of Astra DB, and fills it.',
  upsertAnchors: ['document'],

  run: async (inputs, context) => storeOutputs(await open(inputs, context), inputs, context),

  upsert: async (inputs, context) => fillStore(await open(inputs, context), inputs, context),
});
