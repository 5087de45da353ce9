import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { listModels } from '../credential-tests/list-models.ts';

export const fireworksApi = defineCredential({
  name: 'fireworksApi',
  label: 'Fireworks API',
  description: 'A key of fireworks.ai.',
  category: 'Chat Models',
  icon: 'fireworks',
  docs: 'https://app.fireworks.ai/settings/users/api-keys',
  hosts: ['https://api.fireworks.ai'],
  inputs: {
    fireworksApiKey: param.password({ label: 'Fireworks Api Key' }),
  },
  testNote: 'The test lists models. It costs nothing.',
  test: ({ fireworksApiKey = '' }, tools) =>
    listModels('https://api.fireworks.ai/inference/v1', fireworksApiKey, tools),
});
