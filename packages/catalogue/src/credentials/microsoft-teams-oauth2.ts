import { defineCredential } from '@tendril/contract/node/define-credential';
import { microsoftSignIn, microsoftSignInInputs } from '../tools/microsoft-sign-in.ts';

export const microsoftTeamsOAuth2 = defineCredential({
  name: 'microsoftTeamsOAuth2',
  label: 'Microsoft Teams OAuth2',
  description: 'Acts for a Microsoft account in Teams, after a sign-in.',
  category: 'Tools',
  icon: 'microsoft',
  docs: 'https://entra.microsoft.com/',
  hosts: ['https://graph.microsoft.com'],
  inputs: microsoftSignInInputs,
  oauth2: microsoftSignIn(
    'Chat.ReadWrite',
    'ChannelMessage.Send',
    'Channel.ReadBasic.All',
    'Team.ReadBasic.All',
  ),
});
