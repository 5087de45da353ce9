import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';

// No test: what it is sent to is set on the nodes, or nothing can be asked that is free.
export const unstructuredApi = defineCredential({
  name: 'unstructuredApi',
  label: 'Unstructured API',
  description: 'A key of unstructured.io.',
  category: 'Document Loaders',
  icon: 'unstructured',
  docs: 'https://platform.unstructured.io',
  hosts: ['https://*.unstructuredapp.io', 'https://api.unstructured.io'],
  inputs: {
    unstructuredAPIKey: param.password({ label: 'API Key' }),
  },
});
