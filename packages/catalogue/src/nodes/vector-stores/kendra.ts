import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import { implementNode } from '../../interfaces/implement-node.ts';
import type { NodeInputs } from '../../interfaces/input-types.gen.ts';
import { fillStore } from '../../retrieval/fill-store.ts';
import { readFilter } from '../../retrieval/read-filter.ts';
import { storeOutputs } from '../../retrieval/store-outputs.ts';
import { awsAccount } from '../../tools/aws-account.ts';
import { listAwsRegions } from '../../tools/aws-regions.ts';
import { kendraStore } from '../../vector-databases/kendra-store.ts';

async function open(inputs: NodeInputs['kendra'], context: RunContext) {
  if (inputs.fileUpload)
    throw new AppError(
      'FLOW_INVALID',
      'AWS Kendra: files of single chats cannot be kept apart. Turn off File Upload.',
    );
  return kendraStore({
    account: await awsAccount(context, inputs.region, 'AWS Kendra'),
    indexId: inputs.indexId,
    filter: readFilter(inputs.attributeFilter, 'AWS Kendra'),
  });
}

/** Finds passages in an index of Amazon Kendra, and fills it. */
export const kendra = implementNode({
  name: 'kendra',
  icon: 'aws',
  description: 'Finds passages in an index of Amazon Kendra, and fills it.',
  upsertAnchors: ['document'],
  loadMethods: { listRegions: listAwsRegions },

  run: async (inputs, context) => storeOutputs(await open(inputs, context), inputs, context),

  upsert: async (inputs, context) => fillStore(await open(inputs, context), inputs, context),
});
