import { defineCredential } from '@tendril/contract/node/define-credential';
import { microsoftSignIn, microsoftSignInInputs } from '../tools/microsoft-sign-in.ts';

export const microsoftSharePointOAuth2 = defineCredential({
  name: 'microsoftSharePointOAuth2',
  label: 'Microsoft SharePoint OAuth2',
  description: 'Reads SharePoint and OneDrive for a Microsoft account, after a sign-in.',
  category: 'Document Loaders',
  icon: 'microsoft',
  docs: 'https://entra.microsoft.com/',
  hosts: ['https://graph.microsoft.com'],
  inputs: microsoftSignInInputs,
  oauth2: microsoftSignIn('Files.Read.All', 'Sites.Read.All'),
});
