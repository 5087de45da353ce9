import { implementNode } from '../../interfaces/implement-node.ts';
import { toChoices } from '../../model/known-models.ts';
import { openChatModel } from '../../providers/vendors/open-chat-model.ts';
import { qianfanKey } from '../../providers/vendors/qianfan-key.ts';
import { vendors } from '../../providers/vendors/vendors.data.ts';

/** Chat models of Baidu. */
export const chatBaiduWenxin = implementNode({
  name: 'chatBaiduWenxin',
  icon: 'baidu',
  description: 'The ERNIE models of Baidu.',
  loadMethods: { listModels: async () => toChoices(vendors.baidu.models) },

  async run({ customModelName, penaltyScore, userId, ...inputs }, context) {
    const apiKey = await qianfanKey(context, 'Baidu Qianfan chat model');
    const modelName = customModelName || inputs.modelName;
    const body = {
      ...(penaltyScore !== undefined && { penalty_score: penaltyScore }),
      ...(userId && { user: userId }),
    };
    return {
      chatBaiduWenxin: await openChatModel(vendors.baidu, { ...inputs, modelName }, context, {
        apiKey,
        body,
      }),
    };
  },
});
