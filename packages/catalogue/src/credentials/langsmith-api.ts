import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { askVendor } from '../credential-tests/ask-vendor.ts';
import { checkAddress } from '../model/address.ts';

export const langsmithApi = defineCredential({
  name: 'langsmithApi',
  label: 'Langsmith API',
  description: 'A key of LangSmith.',
  category: 'Analytics',
  icon: 'layers',
  docs: 'https://smith.langchain.com',
  hosts: ['https://api.smith.langchain.com'],
  inputs: {
    langSmithApiKey: param.password({ label: 'API Key' }),
    langSmithEndpoint: param.string({ label: 'Endpoint', default: 'https://api.smith.langchain.com' }),
  },
  testNote: 'The test lists one project. It costs nothing.',
  async test({ langSmithApiKey = '', langSmithEndpoint = '' }, tools) {
    await askVendor(
      {
        url: `${checkAddress(langSmithEndpoint || 'https://api.smith.langchain.com', 'Endpoint')}/api/v1/sessions?limit=1`,
        headers: { 'x-api-key': langSmithApiKey.trim() },
      },
      tools,
    );
    return '';
  },
});
