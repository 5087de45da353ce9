import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';

// No test: what it is sent to is set on the nodes, or nothing can be asked that is free.
export const azureFoundryApi = defineCredential({
  name: 'azureFoundryApi',
  label: 'Azure Foundry API',
  description: "A resource in Azure's foundry and its key.",
  category: 'Retrievers',
  icon: 'list-tree',
  docs: 'https://ai.azure.com',
  hosts: ['https://*.services.ai.azure.com', 'https://*.models.ai.azure.com'],
  inputs: {
    azureFoundryApiKey: param.password({ label: 'Azure Foundry API Key' }),
    azureFoundryEndpoint: param.string({ label: 'Azure Foundry Endpoint' }),
  },
});
