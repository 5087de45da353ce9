import { implementNode } from '../../interfaces/implement-node.ts';
import { toChoices } from '../../model/known-models.ts';
import { azureConnection } from '../../providers/vendors/azure-connection.ts';
import { openChatModel } from '../../providers/vendors/open-chat-model.ts';
import { vendors } from '../../providers/vendors/vendors.data.ts';

/** Chat models for LlamaIndex flows. */
export const azureChatOpenAI_LlamaIndex = implementNode({
  name: 'azureChatOpenAI_LlamaIndex',
  icon: 'azure',
  description: 'Models of OpenAI in a resource of your own at Azure, for LlamaIndex flows.',
  loadMethods: { listModels: async () => toChoices(vendors.azure.models) },

  run: async (inputs, context) => ({
    azureChatOpenAI_LlamaIndex: await openChatModel(
      vendors.azure,
      inputs,
      context,
      await azureConnection({}, context),
    ),
  }),
});
