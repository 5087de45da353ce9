import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { askVendor } from '../credential-tests/ask-vendor.ts';

export const pineconeApi = defineCredential({
  name: 'pineconeApi',
  label: 'Pinecone API',
  description: 'A key of pinecone.io.',
  category: 'Vector Stores',
  icon: 'pinecone',
  docs: 'https://app.pinecone.io',
  hosts: ['https://api.pinecone.io', 'https://*.pinecone.io'],
  inputs: {
    pineconeApiKey: param.password({ label: 'Pinecone Api Key' }),
  },
  testNote: 'The test lists the indexes. It costs nothing.',
  async test({ pineconeApiKey = '' }, tools) {
    await askVendor(
      { url: 'https://api.pinecone.io/indexes', headers: { 'api-key': pineconeApiKey.trim() } },
      tools,
    );
    return '';
  },
});
