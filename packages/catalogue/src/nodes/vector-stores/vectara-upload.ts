import { implementNode } from '../../interfaces/implement-node.ts';
import { storeOutputs } from '../../retrieval/store-outputs.ts';
import { uploadToVectara } from '../../vector-databases/upload-to-vectara.ts';
import { vectaraAccount } from '../../vector-databases/vectara-api.ts';
import { vectaraStore } from '../../vector-databases/vectara-store.ts';

/** Brings files to Vectara, which reads them itself. */
export const vectaraUpload = implementNode({
  name: 'vectaraUpload',
  icon: 'vectara',
  description: 'Brings files to a corpus of Vectara, which reads them itself, and finds passages in it.',

  run: async (inputs, context) =>
    storeOutputs(vectaraStore(await vectaraAccount(context), inputs), inputs, context),

  async upsert({ file }, context) {
    const numAdded = await uploadToVectara(file, context);
    return { numAdded, numUpdated: 0, numSkipped: 0, numDeleted: 0, addedDocs: [] };
  },
});
