import type { RunContext } from '@tendril/contract/node/run-context';
import { implementNode } from '../../interfaces/implement-node.ts';
import type { NodeInputs } from '../../interfaces/input-types.gen.ts';
import { fillStore } from '../../retrieval/fill-store.ts';
import { storeOutputs } from '../../retrieval/store-outputs.ts';
import { uploadToVectara } from '../../vector-databases/upload-to-vectara.ts';
import { vectaraAccount } from '../../vector-databases/vectara-api.ts';
import { vectaraStore } from '../../vector-databases/vectara-store.ts';

const open = async (inputs: NodeInputs['vectara'], context: RunContext) =>
  vectaraStore(await vectaraAccount(context), inputs);

/** Finds passages in corpora of Vectara, and fills the first. */
export const vectara = implementNode({
  name: 'vectara',
  icon: 'vectara',
  description:
    'Finds passages in corpora of Vectara, and fills the first. The Corpus ID is the key of a corpus.',
  upsertAnchors: ['document'],

  run: async (inputs, context) => storeOutputs(await open(inputs, context), inputs, context),

  async upsert(inputs, context) {
    const filled = await fillStore(await open(inputs, context), inputs, context);
    const uploaded = inputs.file ? await uploadToVectara(inputs.file, context) : 0;
    return { ...filled, numAdded: filled.numAdded + uploaded };
  },
});
