import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';

// No test: the server's address is set on the nodes.
export const localAIApi = defineCredential({
  name: 'localAIApi',
  label: 'LocalAI API',
  description: 'A key of a LocalAI server, where it asks for one.',
  category: 'Chat Models',
  icon: 'localai',
  docs: 'https://localai.io/',
  hosts: ['http://localhost:8080'],
  inputs: {
    localAIApiKey: param.password({ label: 'LocalAI Api Key' }),
  },
});
