import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';

// No test: the list of models is public, and every other call costs.
export const sambanovaApi = defineCredential({
  name: 'sambanovaApi',
  label: 'Sambanova API',
  description: 'A key of cloud.sambanova.ai.',
  category: 'Chat Models',
  icon: 'sambanova',
  docs: 'https://cloud.sambanova.ai/apis',
  hosts: ['https://api.sambanova.ai'],
  inputs: {
    sambanovaApiKey: param.password({ label: 'Sambanova Api Key' }),
  },
});
