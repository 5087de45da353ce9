import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { askVendor } from '../credential-tests/ask-vendor.ts';
import { checkAddress } from '../model/address.ts';

export const opikApi = defineCredential({
  name: 'opikApi',
  label: 'Opik API',
  description: 'A key and a workspace of Opik.',
  category: 'Analytics',
  icon: 'layers',
  docs: 'https://www.comet.com/opik',
  hosts: ['https://www.comet.com'],
  inputs: {
    opikApiKey: param.password({ label: 'API Key' }),
    opikUrl: param.string({ label: 'URL' }),
    opikWorkspace: param.string({ label: 'Workspace' }),
  },
  testNote: 'The test lists one project. It costs nothing.',
  async test({ opikApiKey = '', opikUrl = '', opikWorkspace = '' }, tools) {
    await askVendor(
      {
        url: `${checkAddress(opikUrl || 'https://www.comet.com/opik/api', 'Endpoint')}/v1/private/projects?size=1`,
        headers: { authorization: opikApiKey.trim(), 'comet-workspace': opikWorkspace.trim() },
      },
      tools,
    );
    return '';
  },
});
