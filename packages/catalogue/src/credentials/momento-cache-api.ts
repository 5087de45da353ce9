import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';

// No test: what it is sent to is set on the nodes, or nothing can be asked that is free.
export const momentoCacheApi = defineCredential({
  name: 'momentoCacheApi',
  label: 'Momento Cache API',
  description: 'A cache at Momento with its key and the address of its HTTP API.',
  category: 'Cache',
  icon: 'momento',
  docs: 'https://console.gomomento.com',
  hosts: ['https://*.momentohq.com'],
  inputs: {
    momentoCache: param.string({ label: 'Cache' }),
    momentoApiKey: param.password({ label: 'API Key' }),
    momentoEndpoint: param.string({ label: 'Endpoint' }),
  },
});
