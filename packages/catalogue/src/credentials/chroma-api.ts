import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';

// No test: what it is sent to is set on the nodes, or nothing can be asked that is free.
export const chromaApi = defineCredential({
  name: 'chromaApi',
  label: 'Chroma API',
  description: 'A key of Chroma Cloud, or of a server of your own.',
  category: 'Vector Stores',
  icon: 'chroma',
  docs: 'https://www.trychroma.com',
  hosts: ['https://api.trychroma.com'],
  inputs: {
    chromaApiKey: param.password({ label: 'Chroma Api Key' }),
    chromaTenant: param.string({ label: 'Chroma Tenant' }),
    chromaDatabase: param.string({ label: 'Chroma Database' }),
  },
});
