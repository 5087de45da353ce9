import { defineCredential } from '@tendril/contract/node/define-credential';
import { microsoftSignIn, microsoftSignInInputs } from '../tools/microsoft-sign-in.ts';

export const microsoftOutlookOAuth2 = defineCredential({
  name: 'microsoftOutlookOAuth2',
  label: 'Microsoft Outlook OAuth2',
  description: 'Acts for a Microsoft account in Outlook, after a sign-in.',
  category: 'Tools',
  icon: 'microsoft',
  docs: 'https://entra.microsoft.com/',
  hosts: ['https://graph.microsoft.com'],
  inputs: microsoftSignInInputs,
  oauth2: microsoftSignIn('Calendars.ReadWrite', 'Mail.ReadWrite', 'Mail.Send'),
});
