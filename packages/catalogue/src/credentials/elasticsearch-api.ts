import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { askVendor } from '../credential-tests/ask-vendor.ts';
import { checkAddress } from '../model/address.ts';

export const elasticsearchApi = defineCredential({
  name: 'elasticsearchApi',
  label: 'Elasticsearch API',
  description: 'A key of an Elasticsearch server.',
  category: 'Vector Stores',
  icon: 'elastic',
  docs: 'https://cloud.elastic.co',
  hosts: [],
  inputs: {
    endpoint: param.string({ label: 'Elasticsearch Endpoint' }),
    apiKey: param.password({ label: 'Elasticsearch API Key' }),
  },
  testNote: 'The test asks whose key it is. It costs nothing.',
  async test({ endpoint = '', apiKey = '' }, tools) {
    await askVendor(
      {
        url: `${checkAddress(endpoint, 'Elasticsearch Endpoint')}/_security/_authenticate`,
        headers: { authorization: `ApiKey ${apiKey.trim()}` },
      },
      tools,
    );
    return '';
  },
});
