import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { listModels } from '../credential-tests/list-models.ts';

export const mistralAIApi = defineCredential({
  name: 'mistralAIApi',
  label: 'MistralAI API',
  description: 'A key of console.mistral.ai.',
  category: 'Chat Models',
  icon: 'mistral',
  docs: 'https://console.mistral.ai/api-keys',
  hosts: ['https://api.mistral.ai'],
  inputs: {
    mistralAIAPIKey: param.password({ label: 'MistralAI API Key' }),
  },
  testNote: 'The test lists models. It costs nothing.',
  test: ({ mistralAIAPIKey = '' }, tools) => listModels('https://api.mistral.ai/v1', mistralAIAPIKey, tools),
});
