import { defineCredential } from '@tendril/contract/node/define-credential';
import { mailboxInputs, mailboxOrigin } from '../sources/mailbox-inputs.ts';
import { googleSignIn, googleSignInInputs } from '../tools/google-sign-in.ts';

export const gmailImapOAuth2 = defineCredential({
  name: 'gmailImapOAuth2',
  label: 'Gmail Mailbox OAuth2',
  description: 'Reads the folders of a Google mailbox over IMAP, after a sign-in.',
  category: 'Document Loaders',
  icon: 'google',
  docs: 'https://console.cloud.google.com/apis/credentials',
  hosts: ['https://*.googleapis.com'],
  originOf: mailboxOrigin,
  inputs: { ...mailboxInputs('imap.gmail.com'), ...googleSignInInputs },
  oauth2: googleSignIn('https://mail.google.com/'),
});
