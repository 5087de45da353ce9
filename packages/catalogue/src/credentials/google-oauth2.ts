import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';

export const googleOAuth2 = defineCredential({
  name: 'googleOAuth2',
  label: 'Google OAuth2',
  description: 'Acts for a Google account after a sign-in: Gmail, Calendar, Drive, Sheets.',
  category: 'Tools',
  icon: 'google',
  docs: 'https://console.cloud.google.com/apis/credentials',
  hosts: ['https://*.googleapis.com'],
  inputs: {
    clientId: param.string({ label: 'Client ID', placeholder: '1234-abcd.apps.googleusercontent.com' }),
    clientSecret: param.password({ label: 'Client Secret' }),
    scope: param.string({
      label: 'Scopes',
      description: 'What may be done for the account, parted by spaces.',
      placeholder: 'https://www.googleapis.com/auth/calendar',
      rows: 2,
      default: 'https://www.googleapis.com/auth/userinfo.email',
    }),
  },
  oauth2: {
    authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenUrl: 'https://oauth2.googleapis.com/token',
    issuer: 'https://accounts.google.com',
    scopes: ['https://www.googleapis.com/auth/userinfo.email'],
    clientAuth: 'post',
    pkce: true,
    // Without these two Google returns no refresh token, or only the first time.
    parameters: { access_type: 'offline', prompt: 'consent' },
  },
});
