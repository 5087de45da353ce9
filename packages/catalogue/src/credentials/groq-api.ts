import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';

export const groqApi = defineCredential({
  name: 'groqApi',
  label: 'Groq API',
  description: 'A key of console.groq.com.',
  inputs: {
    groqApiKey: param.password({ label: 'Groq API Key' }),
  },
});
