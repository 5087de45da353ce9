import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';

// No test: every call of the vendor costs tokens.
export const jinaAIApi = defineCredential({
  name: 'jinaAIApi',
  label: 'JinaAI API',
  description: 'A key of jina.ai.',
  category: 'Embeddings',
  icon: 'jina',
  docs: 'https://jina.ai/api-dashboard',
  hosts: ['https://api.jina.ai'],
  inputs: {
    jinaAIAPIKey: param.password({ label: 'JinaAI API Key' }),
  },
});
