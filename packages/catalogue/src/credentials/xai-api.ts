import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { listModels } from '../credential-tests/list-models.ts';

export const xaiApi = defineCredential({
  name: 'xaiApi',
  label: 'Xai API',
  description: 'A key of console.x.ai.',
  category: 'Chat Models',
  icon: 'xai',
  docs: 'https://console.x.ai/',
  hosts: ['https://api.x.ai'],
  inputs: {
    xaiApiKey: param.password({ label: 'X AI API Key' }),
  },
  testNote: 'The test lists models. It costs nothing.',
  test: ({ xaiApiKey = '' }, tools) => listModels('https://api.x.ai/v1', xaiApiKey, tools),
});
