import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { askVendor } from '../credential-tests/ask-vendor.ts';
import { checkAddress } from '../model/address.ts';

export const arizeApi = defineCredential({
  name: 'arizeApi',
  label: 'Arize API',
  description: 'A key and a space of Arize.',
  category: 'Analytics',
  icon: 'layers',
  docs: 'https://app.arize.com',
  hosts: ['https://otlp.arize.com'],
  inputs: {
    arizeApiKey: param.password({ label: 'API Key' }),
    arizeSpaceId: param.string({ label: 'Space ID' }),
    arizeEndpoint: param.string({ label: 'Endpoint', default: 'https://otlp.arize.com' }),
  },
  testNote: 'The test sends a list of no traces. It costs nothing.',
  async test({ arizeApiKey = '', arizeSpaceId = '', arizeEndpoint = '' }, tools) {
    await askVendor(
      {
        url: `${checkAddress(arizeEndpoint || 'https://otlp.arize.com', 'Endpoint')}/v1/traces`,
        headers: { api_key: arizeApiKey.trim(), space_id: arizeSpaceId.trim() },
        body: { resourceSpans: [] },
      },
      tools,
    );
    return '';
  },
});
