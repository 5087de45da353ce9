import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';

// No test: the trunk's address is set on the phone number.
export const sipLogin = defineCredential({
  name: 'sipLogin',
  label: 'SIP Login',
  description: 'User and password of a SIP trunk.',
  category: 'Voice',
  hosts: ['https://api.twilio.com', 'https://api.telnyx.com'],
  inputs: {
    user: param.string({ label: 'User' }),
    password: param.password({ label: 'Password' }),
    realm: param.string({ label: 'Realm', description: 'Where the carrier names one.', optional: true }),
  },
});
