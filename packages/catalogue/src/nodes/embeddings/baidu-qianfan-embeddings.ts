import { implementNode } from '../../interfaces/implement-node.ts';
import { toChoices } from '../../model/known-models.ts';
import { openCompatibleEmbedder } from '../../providers/vendors/open-compatible-embedder.ts';
import { qianfanKey } from '../../providers/vendors/qianfan-key.ts';
import { vendors } from '../../providers/vendors/vendors.data.ts';

const models = ['embedding-v1', 'bge-large-zh', 'bge-large-en', 'tao-8k'].map((id) => ({ id }));

/** Embedding models of Baidu. */
export const baiduQianfanEmbeddings = implementNode({
  name: 'baiduQianfanEmbeddings',
  icon: 'baidu',
  description: 'Makes vectors with a model of Baidu.',
  loadMethods: { listModels: async () => toChoices(models) },

  async run({ customModelName, ...inputs }, context) {
    const apiKey = await qianfanKey(context, 'Baidu Qianfan embeddings');
    // Flow files write it in other letters than the vendor knows it.
    const modelName = customModelName || inputs.modelName.toLowerCase();
    return {
      baiduQianfanEmbeddings: await openCompatibleEmbedder(vendors.baidu, { ...inputs, modelName }, context, {
        apiKey,
      }),
    };
  },
});
