import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { listModels } from '../credential-tests/list-models.ts';

export const cometApi = defineCredential({
  name: 'cometApi',
  label: 'Comet API',
  description: 'A key of cometapi.com.',
  category: 'Chat Models',
  icon: 'cometapi',
  docs: 'https://api.cometapi.com/console/token',
  hosts: ['https://api.cometapi.com'],
  inputs: {
    cometApiKey: param.password({ label: 'Comet API Key' }),
  },
  testNote: 'The test lists models. It costs nothing.',
  test: ({ cometApiKey = '' }, tools) => listModels('https://api.cometapi.com/v1', cometApiKey, tools),
});
