import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { askVendor } from '../credential-tests/ask-vendor.ts';
import { checkAddress } from '../model/address.ts';

export const AstraDBApi = defineCredential({
  name: 'AstraDBApi',
  label: 'Astra DB API',
  description: 'A token of a database at Astra DB.',
  category: 'Vector Stores',
  icon: 'astra',
  docs: 'https://astra.datastax.com',
  hosts: ['https://*.apps.astra.datastax.com'],
  inputs: {
    applicationToken: param.password({ label: 'Astra DB Application Token' }),
    dbEndPoint: param.string({ label: 'Astra DB Api Endpoint' }),
  },
  testNote: 'The test lists the keyspaces. It costs nothing.',
  async test({ applicationToken = '', dbEndPoint = '' }, tools) {
    await askVendor(
      {
        url: `${checkAddress(dbEndPoint, 'Astra DB Endpoint')}/api/json/v1`,
        headers: { token: applicationToken.trim() },
        body: { findKeyspaces: {} },
      },
      tools,
    );
    return '';
  },
});
