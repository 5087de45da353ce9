import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { mailboxOrigin, mailboxPort } from '../sources/mailbox-inputs.ts';

// No test: a test may only send HTTP, which mail servers do not speak.
export const imapLogin = defineCredential({
  name: 'imapLogin',
  label: 'IMAP Login',
  description:
    'User and password of a mailbox, and where it is. Many providers want a password made for one app.',
  category: 'Document Loaders',
  hosts: [],
  originOf: mailboxOrigin,
  inputs: {
    host: param.string({ label: 'Server', placeholder: 'imap.example.com' }),
    port: mailboxPort,
    user: param.string({ label: 'User', placeholder: 'support@example.com' }),
    password: param.password({ label: 'Password' }),
  },
});
