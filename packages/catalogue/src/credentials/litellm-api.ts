import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';

// No test: the proxy's address is set on the nodes.
export const litellmApi = defineCredential({
  name: 'litellmApi',
  label: 'Litellm API',
  description: 'A key of a LiteLLM proxy, where it asks for one.',
  category: 'Chat Models',
  icon: 'litellm',
  docs: 'https://docs.litellm.ai/docs/proxy/virtual_keys',
  hosts: ['http://localhost:4000'],
  inputs: {
    litellmApiKey: param.password({ label: 'API Key' }),
  },
});
