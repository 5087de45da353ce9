import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { askVendor } from '../credential-tests/ask-vendor.ts';
import { checkAddress } from '../model/address.ts';

export const upstashVectorApi = defineCredential({
  name: 'upstashVectorApi',
  label: 'Upstash Vector API',
  description: 'An index of Upstash Vector and its token.',
  category: 'Vector Stores',
  icon: 'upstash',
  docs: 'https://console.upstash.com/vector',
  hosts: [],
  inputs: {
    UPSTASH_VECTOR_REST_URL: param.string({ label: 'Upstash Vector REST URL' }),
    UPSTASH_VECTOR_REST_TOKEN: param.password({ label: 'Upstash Vector REST Token' }),
  },
  testNote: 'The test reads what the index is. It costs nothing.',
  async test({ UPSTASH_VECTOR_REST_URL = '', UPSTASH_VECTOR_REST_TOKEN = '' }, tools) {
    await askVendor(
      {
        url: `${checkAddress(UPSTASH_VECTOR_REST_URL, 'Upstash Vector REST URL')}/info`,
        headers: { authorization: `Bearer ${UPSTASH_VECTOR_REST_TOKEN.trim()}` },
      },
      tools,
    );
    return '';
  },
});
