import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { askVendor } from '../credential-tests/ask-vendor.ts';
import { cartesiaHeaders, cartesiaUrl } from '../providers/cartesia/connection.ts';

export const cartesiaApi = defineCredential({
  name: 'cartesiaApi',
  label: 'Cartesia API',
  description: 'A key of cartesia.ai: speech recognition and synthesis in calls.',
  category: 'Voice',
  icon: 'cartesia',
  docs: 'https://play.cartesia.ai/keys',
  hosts: ['https://api.cartesia.ai'],
  inputs: {
    cartesiaApiKey: param.password({ label: 'Cartesia Api Key' }),
    baseUrl: param.string({
      label: 'Base URL',
      placeholder: cartesiaUrl,
      description: 'Of a server of your own.',
      optional: true,
    }),
  },
  testNote: 'The test lists one voice. It costs nothing.',
  async test({ cartesiaApiKey = '', baseUrl }, tools) {
    const base = (baseUrl || cartesiaUrl).trim().replace(/(?<!\/)\/+$/, '');
    const headers = cartesiaHeaders({ key: cartesiaApiKey.trim() });
    await (await askVendor({ url: `${base}/voices?limit=1`, headers }, tools)).text();
    return '';
  },
});
