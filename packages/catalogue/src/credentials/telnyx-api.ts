import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { askVendor, readObject } from '../credential-tests/ask-vendor.ts';

const telnyxUrl = 'https://api.telnyx.com';

export const telnyxApi = defineCredential({
  name: 'telnyxApi',
  label: 'Telnyx API',
  description: 'A key of telnyx.com, whose phone numbers are imported.',
  category: 'Voice',
  icon: 'telnyx',
  docs: 'https://portal.telnyx.com/#/app/api-keys',
  hosts: ['https://api.telnyx.com'],
  inputs: {
    apiKey: param.password({ label: 'API Key' }),
    publicKey: param.string({
      label: 'Public Key',
      description:
        'Checks the signature of incoming calls. It is shown in the Telnyx portal beside the API keys.',
      optional: true,
    }),
    connectionId: param.string({
      label: 'Voice API Application ID',
      description: 'Places calls, and reports those that arrive.',
      optional: true,
    }),
    baseUrl: param.string({ label: 'Base URL', placeholder: telnyxUrl, optional: true }),
  },
  testNote: 'The test counts phone numbers. It costs nothing.',
  async test({ apiKey = '', baseUrl }, tools) {
    const base = (baseUrl?.trim() || telnyxUrl).replace(/(?<!\/)\/+$/, '');
    const headers = { authorization: `Bearer ${apiKey.trim()}` };
    const url = `${base}/v2/phone_numbers?page[size]=1`;
    const { meta } = await readObject(await askVendor({ url, headers }, tools));
    const total = (meta as { total_results?: unknown } | undefined)?.total_results;
    return typeof total === 'number' ? `${total} ${total === 1 ? 'number' : 'numbers'}` : '';
  },
});
