import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';

// No test: every call of the vendor costs tokens.
export const voyageAIApi = defineCredential({
  name: 'voyageAIApi',
  label: 'Voyage AI API',
  description: 'A key of dashboard.voyageai.com.',
  category: 'Embeddings',
  icon: 'voyage',
  docs: 'https://dashboard.voyageai.com/',
  hosts: ['https://api.voyageai.com'],
  inputs: {
    endpoint: param.string({
      label: 'Voyage AI Endpoint',
      default: 'https://api.voyageai.com/v1/embeddings',
    }),
    apiKey: param.password({ label: 'Voyage AI API Key' }),
  },
});
