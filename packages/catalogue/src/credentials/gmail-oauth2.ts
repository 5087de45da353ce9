import { defineCredential } from '@tendril/contract/node/define-credential';
import { googleSignIn, googleSignInInputs } from '../tools/google-sign-in.ts';

export const gmailOAuth2 = defineCredential({
  name: 'gmailOAuth2',
  label: 'Gmail OAuth2',
  description: 'Acts for a Google account in Gmail, after a sign-in.',
  category: 'Tools',
  icon: 'google',
  docs: 'https://console.cloud.google.com/apis/credentials',
  hosts: ['https://*.googleapis.com'],
  inputs: googleSignInInputs,
  oauth2: googleSignIn('https://mail.google.com/'),
});
