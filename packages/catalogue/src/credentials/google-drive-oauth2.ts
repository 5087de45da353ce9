import { defineCredential } from '@tendril/contract/node/define-credential';
import { googleSignIn, googleSignInInputs } from '../tools/google-sign-in.ts';

export const googleDriveOAuth2 = defineCredential({
  name: 'googleDriveOAuth2',
  label: 'Google Drive OAuth2',
  description: 'Acts for a Google account in its files, after a sign-in.',
  category: 'Tools',
  icon: 'google',
  docs: 'https://console.cloud.google.com/apis/credentials',
  hosts: ['https://*.googleapis.com'],
  inputs: googleSignInInputs,
  oauth2: googleSignIn('drive'),
});
