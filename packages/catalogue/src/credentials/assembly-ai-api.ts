import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';

export const assemblyAIApi = defineCredential({
  name: 'assemblyAIApi',
  label: 'AssemblyAI API',
  description: 'A key of assemblyai.com.',
  inputs: {
    assemblyAIApiKey: param.password({ label: 'AssemblyAI Api Key' }),
  },
});
