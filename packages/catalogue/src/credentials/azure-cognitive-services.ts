import { AppError } from '@tendril/contract/app-error';
import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { askVendor } from '../credential-tests/ask-vendor.ts';

export const azureCognitiveServices = defineCredential({
  name: 'azureCognitiveServices',
  label: 'Azure Cognitive Services',
  description: 'A speech resource of Azure: its region and one of its keys.',
  category: 'Voice',
  icon: 'azure',
  docs: 'https://portal.azure.com/',
  hosts: ['https://*.api.cognitive.microsoft.com', 'https://*.speech.microsoft.com'],
  inputs: {
    serviceRegion: param.string({ label: 'Service Region', placeholder: 'westus' }),
    azureSubscriptionKey: param.password({ label: 'Azure Subscription Key' }),
    baseUrl: param.string({
      label: 'Base URL',
      description: 'Of a speech container of your own, which calls use in place of the region.',
      optional: true,
    }),
    apiVersion: param.string({ label: 'API Version', default: '2024-11-15', optional: true }),
  },
  testNote: 'The test asks for a short-lived token. It costs nothing.',
  async test({ serviceRegion = '', azureSubscriptionKey = '' }, tools) {
    const region = serviceRegion.trim().toLowerCase();
    if (!/^[a-z0-9-]{2,40}$/.test(region))
      throw new AppError('INVALID_INPUT', 'The region is not valid. Use a value such as "westus".');
    const url = `https://${region}.api.cognitive.microsoft.com/sts/v1.0/issueToken`;
    const headers = { 'ocp-apim-subscription-key': azureSubscriptionKey.trim() };
    await (await askVendor({ url, headers, method: 'POST' }, tools)).text();
    return region;
  },
});
