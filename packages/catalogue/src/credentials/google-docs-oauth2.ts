import { defineCredential } from '@tendril/contract/node/define-credential';
import { googleSignIn, googleSignInInputs } from '../tools/google-sign-in.ts';

export const googleDocsOAuth2 = defineCredential({
  name: 'googleDocsOAuth2',
  label: 'Google Docs OAuth2',
  description: 'Acts for a Google account in its documents, after a sign-in.',
  category: 'Tools',
  icon: 'google',
  docs: 'https://console.cloud.google.com/apis/credentials',
  hosts: ['https://*.googleapis.com'],
  inputs: googleSignInInputs,
  oauth2: googleSignIn('documents'),
});
