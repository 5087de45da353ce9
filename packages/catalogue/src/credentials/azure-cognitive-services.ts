import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';

export const azureCognitiveServices = defineCredential({
  name: 'azureCognitiveServices',
  label: 'Azure Cognitive Services',
  description: 'A speech resource of Azure: its region and one of its keys.',
  inputs: {
    serviceRegion: param.string({ label: 'Service Region', placeholder: 'westus' }),
    azureSubscriptionKey: param.password({ label: 'Azure Subscription Key' }),
    apiVersion: param.string({ label: 'API Version', default: '2024-11-15', optional: true }),
  },
});
