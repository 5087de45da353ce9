import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';

export const openAIApi = defineCredential({
  name: 'openAIApi',
  label: 'OpenAI API',
  description: 'A key of platform.openai.com, or of a server that speaks the same protocol.',
  inputs: {
    openAIApiKey: param.password({ label: 'OpenAI Api Key' }),
  },
});
