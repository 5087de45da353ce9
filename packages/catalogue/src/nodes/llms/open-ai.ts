import { implementNode } from '../../interfaces/implement-node.ts';
import { listOpenAiModels } from '../../providers/openai/list-models.ts';
import { openChatModel } from '../../providers/vendors/open-chat-model.ts';
import { vendors } from '../../providers/vendors/vendors.data.ts';

const known = [{ id: 'gpt-3.5-turbo-instruct' }, { id: 'davinci-002' }, { id: 'babbage-002' }];

/** Chat models are named in old flows too: they are asked as what they are. */
const isCompletion = (id: string) => !/^(?:gpt-(?:3\.5-turbo|[4-9])|chatgpt|o\d)(?!.*instruct)/.test(id);

/** Text completion models of OpenAI, or of a compatible server. */
export const openAI = implementNode({
  name: 'openAI',
  icon: 'openai',
  description: 'Models of OpenAI that continue a text, or of any server that speaks its protocol.',
  loadMethods: {
    listModels: (request) =>
      listOpenAiModels(request, known, (id) => isCompletion(id) && /instruct|^(?:davinci|babbage)/.test(id)),
  },

  run: async (inputs, context) => ({
    openAI: await openChatModel(
      vendors.openai,
      // Several attempts to choose from cannot be streamed.
      { ...inputs, streaming: inputs.bestOf === undefined },
      context,
      { isCompletion: isCompletion(inputs.modelName), body: { best_of: inputs.bestOf } },
    ),
  }),
});
