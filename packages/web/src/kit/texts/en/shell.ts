import { defineTexts } from '../texts.ts';

export const shellTexts = defineTexts('shell', {
  skip: 'Skip to content',
  mainMenu: 'Main menu',
  home: 'Tendril, to the flows',
  openDrawer: 'Open the menu',
  closeDrawer: 'Close the menu',
  crumb: 'You are here',
  darkMode: 'Dark mode',
  account: 'Account',
  profile: 'Profile and password',
  skipToAct: 'Skip to the main action',
  logout: 'Logout',
  messages: 'Messages',
  clearMessages: 'Clear',
  demoModel: 'Demo model',
  demoTitle: 'Running on the demo model',
  demoText:
    'No key is stored yet, so flows answer with the built-in demo model: it runs inside Tendril and costs nothing. Add a key in any model on the canvas and this sign disappears.',
  brokenPage: 'This page broke',
  brokenHint: 'Your stored work is untouched.',
  reload: 'Reload the page',
  offline: 'No connection to the network. What you see may be old.',
  version: 'Version',
  currentVersion: 'Current version',
  latestVersion: 'Latest version',
  publishedAt: 'Published at',
  releasesNotSet:
    'The latest version is not looked up, because this installation has no address to ask. To see it here, set RELEASES_URL in the settings of the server.',
  workflow: 'Workflow',
  voice: 'Voice',
  settings: 'Settings',
});
