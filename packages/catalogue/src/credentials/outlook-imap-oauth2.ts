import { defineCredential } from '@tendril/contract/node/define-credential';
import { mailboxInputs, mailboxOrigin } from '../sources/mailbox-inputs.ts';
import { microsoftSignInInputs } from '../tools/microsoft-sign-in.ts';

export const outlookImapOAuth2 = defineCredential({
  name: 'outlookImapOAuth2',
  label: 'Outlook Mailbox OAuth2',
  description: 'Reads the folders of a Microsoft mailbox over IMAP, after a sign-in.',
  category: 'Document Loaders',
  icon: 'microsoft',
  docs: 'https://entra.microsoft.com/',
  hosts: [],
  originOf: mailboxOrigin,
  inputs: { ...mailboxInputs('outlook.office365.com'), ...microsoftSignInInputs },
  // Not with Microsoft's other scopes: a token is for one resource.
  oauth2: {
    scopes: ['offline_access', 'https://outlook.office.com/IMAP.AccessAsUser.All'],
    clientAuth: 'post',
    pkce: true,
  },
});
