import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { listModels } from '../credential-tests/list-models.ts';

export const cerebrasAIApi = defineCredential({
  name: 'cerebrasAIApi',
  label: 'Cerebras API Key',
  description: 'A key of cloud.cerebras.ai.',
  category: 'Chat Models',
  icon: 'cerebras',
  docs: 'https://cloud.cerebras.ai/',
  hosts: ['https://api.cerebras.ai'],
  inputs: {
    cerebrasApiKey: param.password({ label: 'Cerebras API Key' }),
  },
  testNote: 'The test lists models. It costs nothing.',
  test: ({ cerebrasApiKey = '' }, tools) => listModels('https://api.cerebras.ai/v1', cerebrasApiKey, tools),
});
