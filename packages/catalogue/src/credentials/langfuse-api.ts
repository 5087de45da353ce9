import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { askVendor } from '../credential-tests/ask-vendor.ts';
import { checkAddress } from '../model/address.ts';

export const langfuseApi = defineCredential({
  name: 'langfuseApi',
  label: 'Langfuse API',
  description: 'The keys of a project at Langfuse.',
  category: 'Analytics',
  icon: 'layers',
  docs: 'https://cloud.langfuse.com',
  hosts: ['https://cloud.langfuse.com', 'https://us.cloud.langfuse.com'],
  inputs: {
    langFuseSecretKey: param.password({ label: 'Secret Key' }),
    langFusePublicKey: param.string({ label: 'Public Key' }),
    langFuseEndpoint: param.string({ label: 'Endpoint', default: 'https://cloud.langfuse.com' }),
  },
  testNote: 'The test reads the project. It costs nothing.',
  async test({ langFuseSecretKey = '', langFusePublicKey = '', langFuseEndpoint = '' }, tools) {
    await askVendor(
      {
        url: `${checkAddress(langFuseEndpoint || 'https://cloud.langfuse.com', 'Endpoint')}/api/public/projects`,
        headers: {
          authorization: `Basic ${btoa(`${langFusePublicKey.trim()}:${langFuseSecretKey.trim()}`)}`,
        },
      },
      tools,
    );
    return '';
  },
});
