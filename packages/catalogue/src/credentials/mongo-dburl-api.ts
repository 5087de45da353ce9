import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';

// No test: a test may only send HTTP, which MongoDB does not speak.
export const mongoDBUrlApi = defineCredential({
  name: 'mongoDBUrlApi',
  label: 'MongoDB ATLAS',
  description: 'A MongoDB with its user and password, at Atlas or elsewhere.',
  category: 'Vector Stores',
  icon: 'mongodb',
  docs: 'https://www.mongodb.com/docs/manual/reference/connection-string/',
  hosts: [],
  inputs: {
    mongoDBConnectUrl: param.password({
      label: 'ATLAS Connection URL',
      placeholder: 'mongodb+srv://user:password@cluster0.example.mongodb.net/',
    }),
  },
});
