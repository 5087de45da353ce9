import { implementNode } from '../../interfaces/implement-node.ts';
import { toChoices } from '../../model/known-models.ts';
import { azureConnection } from '../../providers/vendors/azure-connection.ts';
import { openChatModel } from '../../providers/vendors/open-chat-model.ts';
import { vendors } from '../../providers/vendors/vendors.data.ts';

/** Text completion models of Azure OpenAI. */
export const azureOpenAI = implementNode({
  name: 'azureOpenAI',
  icon: 'azure',
  description: 'Models of OpenAI that continue a text, in a resource of your own at Azure.',
  loadMethods: {
    listModels: async () => toChoices([{ id: 'gpt-35-turbo-instruct' }, { id: 'davinci-002' }]),
  },

  run: async (inputs, context) => ({
    azureOpenAI: await openChatModel(
      vendors.azure,
      // Several attempts to choose from cannot be streamed.
      { ...inputs, streaming: inputs.bestOf === undefined },
      context,
      {
        ...(await azureConnection(inputs, context)),
        isCompletion: true,
        body: { best_of: inputs.bestOf },
      },
    ),
  }),
});
