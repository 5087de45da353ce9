import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { askVendor } from '../credential-tests/ask-vendor.ts';
import { elasticAddress } from '../vector-databases/elastic-address.ts';

export const elasticSearchUserPassword = defineCredential({
  name: 'elasticSearchUserPassword',
  label: 'ElasticSearch User Password',
  description: 'A user of a deployment in Elastic Cloud.',
  category: 'Vector Stores',
  icon: 'elastic',
  docs: 'https://cloud.elastic.co',
  hosts: ['https://*.elastic-cloud.com', 'https://*.elastic.cloud', 'https://*.found.io'],
  inputs: {
    cloudId: param.string({ label: 'Cloud ID' }),
    username: param.string({ label: 'ElasticSearch User' }),
    password: param.password({ label: 'ElasticSearch Password' }),
  },
  testNote: 'The test asks whose password it is. It costs nothing.',
  async test({ cloudId = '', username = '', password = '' }, tools) {
    await askVendor(
      {
        url: `${elasticAddress(cloudId)}/_security/_authenticate`,
        headers: { authorization: `Basic ${btoa(`${username.trim()}:${password}`)}` },
      },
      tools,
    );
    return '';
  },
});
