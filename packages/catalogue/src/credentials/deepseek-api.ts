import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { listModels } from '../credential-tests/list-models.ts';

export const deepseekApi = defineCredential({
  name: 'deepseekApi',
  label: 'DeepseekAI API',
  description: 'A key of platform.deepseek.com.',
  category: 'Chat Models',
  icon: 'deepseek',
  docs: 'https://platform.deepseek.com/api_keys',
  hosts: ['https://api.deepseek.com'],
  inputs: {
    deepseekApiKey: param.password({ label: 'DeepseekAI API Key' }),
  },
  testNote: 'The test lists models. It costs nothing.',
  test: ({ deepseekApiKey = '' }, tools) => listModels('https://api.deepseek.com', deepseekApiKey, tools),
});
