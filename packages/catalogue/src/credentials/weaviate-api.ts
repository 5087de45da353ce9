import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';

// No test: what it is sent to is set on the nodes, or nothing can be asked that is free.
export const weaviateApi = defineCredential({
  name: 'weaviateApi',
  label: 'Weaviate API',
  description: 'A key of Weaviate Cloud, or of a server of your own.',
  category: 'Vector Stores',
  icon: 'weaviate',
  docs: 'https://console.weaviate.cloud',
  hosts: ['https://*.weaviate.cloud', 'https://*.weaviate.network'],
  inputs: {
    weaviateApiKey: param.password({ label: 'Weaviate API Key' }),
  },
});
