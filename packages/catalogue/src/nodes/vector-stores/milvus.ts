import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import { implementNode } from '../../interfaces/implement-node.ts';
import type { NodeInputs } from '../../interfaces/input-types.gen.ts';
import { checkAddress } from '../../model/address.ts';
import { findKey } from '../../model/read-key.ts';
import { fillStore } from '../../retrieval/fill-store.ts';
import { storeOutputs } from '../../retrieval/store-outputs.ts';
import { milvusStore } from '../../vector-databases/milvus-store.ts';

async function open(inputs: NodeInputs['milvus'], context: RunContext) {
  if (inputs.clientPemPath || inputs.clientKeyPath || inputs.caPemPath)
    throw new AppError('FLOW_INVALID', "Milvus: certificates on the server's disk cannot be used here.");
  return milvusStore({
    url: checkAddress(inputs.milvusServerUrl, 'Milvus Server URL'),
    user: await findKey(context, 'milvusUser'),
    password: await findKey(context, 'milvusPassword'),
    collection: inputs.milvusCollection,
    partition: inputs.milvusPartition,
    textField: inputs.milvusTextField,
    filter: inputs.milvusFilter,
    fileUpload: inputs.fileUpload,
  });
}

/** Finds passages in a collection of Milvus or Zilliz, and fills it. */
export const milvus = implementNode({
  name: 'milvus',
  icon: 'milvus',
  description: 'Finds passages in a collection of Milvus or Zilliz, and fills it.',
  upsertAnchors: ['document'],

  openStore: open,

  run: async (inputs, context) => storeOutputs(await open(inputs, context), inputs, context),

  upsert: async (inputs, context) => fillStore(await open(inputs, context), inputs, context),
});
