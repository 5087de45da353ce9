import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';

export const localAIApi = defineCredential({
  name: 'localAIApi',
  label: 'LocalAI API',
  description: 'A key of a LocalAI server, where it asks for one.',
  inputs: {
    localAIApiKey: param.password({ label: 'LocalAI Api Key' }),
  },
});
