import { defineCredential } from '@tendril/contract/node/define-credential';
import { googleSignIn, googleSignInInputs } from '../tools/google-sign-in.ts';

export const googleCalendarOAuth2 = defineCredential({
  name: 'googleCalendarOAuth2',
  label: 'Google Calendar OAuth2',
  description: 'Acts for a Google account in its calendars, after a sign-in.',
  category: 'Tools',
  icon: 'google',
  docs: 'https://console.cloud.google.com/apis/credentials',
  hosts: ['https://*.googleapis.com'],
  inputs: googleSignInInputs,
  oauth2: googleSignIn('calendar'),
});
