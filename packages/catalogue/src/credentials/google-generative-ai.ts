import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';

export const googleGenerativeAI = defineCredential({
  name: 'googleGenerativeAI',
  label: 'Google Generative AI',
  description: 'A key of aistudio.google.com.',
  inputs: {
    googleGenerativeAPIKey: param.password({ label: 'Google AI API Key' }),
  },
});
