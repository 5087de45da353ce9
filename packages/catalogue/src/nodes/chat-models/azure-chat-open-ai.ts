import { implementNode } from '../../interfaces/implement-node.ts';
import { toChoices } from '../../model/known-models.ts';
import { azureConnection } from '../../providers/vendors/azure-connection.ts';
import { openChatModel } from '../../providers/vendors/open-chat-model.ts';
import { vendors } from '../../providers/vendors/vendors.data.ts';

/** Chat models of Azure OpenAI. */
export const azureChatOpenAI = implementNode({
  name: 'azureChatOpenAI',
  icon: 'azure',
  description: 'Models of OpenAI in a resource of your own at Azure.',
  loadMethods: { listModels: async () => toChoices(vendors.azure.models) },

  run: async (inputs, context) => ({
    azureChatOpenAI: await openChatModel(vendors.azure, inputs, context, {
      ...(await azureConnection(inputs, context)),
      ...(inputs.reasoning && {
        // Models that think refuse the usual fields.
        body: {
          temperature: undefined,
          max_tokens: undefined,
          max_completion_tokens: inputs.maxTokens,
          reasoning_effort: inputs.reasoningEffort,
        },
      }),
    }),
  }),
});
