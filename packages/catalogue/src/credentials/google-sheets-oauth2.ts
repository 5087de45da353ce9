import { defineCredential } from '@tendril/contract/node/define-credential';
import { googleSignIn, googleSignInInputs } from '../tools/google-sign-in.ts';

export const googleSheetsOAuth2 = defineCredential({
  name: 'googleSheetsOAuth2',
  label: 'Google Sheets OAuth2',
  description: 'Acts for a Google account in its spreadsheets, after a sign-in.',
  category: 'Tools',
  icon: 'google',
  docs: 'https://console.cloud.google.com/apis/credentials',
  hosts: ['https://*.googleapis.com'],
  inputs: googleSignInInputs,
  oauth2: googleSignIn('spreadsheets'),
});
