import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { listModels } from '../credential-tests/list-models.ts';
import { openAiUrl } from '../providers/openai/connection.ts';

export const openAIApi = defineCredential({
  name: 'openAIApi',
  label: 'OpenAI API',
  description: 'A key of platform.openai.com, or of a server that speaks the same protocol.',
  category: 'Chat Models',
  icon: 'openai',
  docs: 'https://platform.openai.com/api-keys',
  hosts: ['https://api.openai.com'],
  inputs: {
    openAIApiKey: param.password({ label: 'OpenAI Api Key' }),
    basePath: param.string({
      label: 'Base URL',
      placeholder: openAiUrl,
      description:
        'Base URL of a compatible server, including the version. Used by models and embeddings without a base path of their own.',
      optional: true,
    }),
  },
  testNote: 'The test lists models. It costs nothing.',
  test: ({ openAIApiKey = '', basePath }, tools) => listModels(basePath || openAiUrl, openAIApiKey, tools),
});
