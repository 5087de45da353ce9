import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';

// No test: what it is sent to is set on the nodes, or nothing can be asked that is free.
export const singleStoreApi = defineCredential({
  name: 'singleStoreApi',
  label: 'SingleStore API',
  description: 'A user of a SingleStore database.',
  category: 'Vector Stores',
  icon: 'singlestore',
  docs: 'https://portal.singlestore.com',
  hosts: ['https://*.singlestore.com'],
  inputs: {
    user: param.string({ label: 'User' }),
    password: param.password({ label: 'Password' }),
  },
});
