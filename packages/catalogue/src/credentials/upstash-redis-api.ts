import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { askVendor } from '../credential-tests/ask-vendor.ts';
import { checkAddress } from '../model/address.ts';

export const upstashRedisApi = defineCredential({
  name: 'upstashRedisApi',
  label: 'Upstash Redis API',
  description: 'A Redis database at Upstash and its token.',
  category: 'Cache',
  icon: 'upstash',
  docs: 'https://console.upstash.com/redis',
  hosts: [],
  inputs: {
    upstashConnectionUrl: param.string({ label: 'Upstash Redis REST URL' }),
    upstashConnectionToken: param.password({ label: 'Token' }),
  },
  testNote: 'The test sends one PING, which counts as one command.',
  async test({ upstashConnectionUrl = '', upstashConnectionToken = '' }, tools) {
    await askVendor(
      {
        url: checkAddress(upstashConnectionUrl, 'Upstash Redis REST URL'),
        headers: { authorization: `Bearer ${upstashConnectionToken.trim()}` },
        body: ['PING'],
      },
      tools,
    );
    return '';
  },
});
