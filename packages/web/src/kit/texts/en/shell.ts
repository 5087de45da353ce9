import { defineTexts } from '../texts.ts';

export const shellTexts = defineTexts('shell', {
  skip: 'Skip to content',
  mainMenu: 'Main menu',
  home: 'Tendril home: flows',
  openDrawer: 'Open the menu',
  closeDrawer: 'Close the menu',
  crumb: 'Breadcrumb',
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
    'No key is stored yet, so flows answer with the built-in demo model, which runs inside Tendril and costs nothing. Add a key to any model on the canvas and this badge disappears.',
  brokenPage: 'Something went wrong on this page',
  brokenHint: 'Your saved work is safe.',
  reload: 'Reload the page',
  offline: 'You are offline. What you see may be out of date.',
  version: 'Version',
  currentVersion: 'Current version',
  latestVersion: 'Latest version',
  publishedAt: 'Published at',
  releasesNotSet:
    'Tendril does not check for newer versions because no releases URL is configured. To enable the check, set RELEASES_URL in the server settings.',
  workflow: 'Workflow',
  voice: 'Voice',
  settings: 'Settings',
});
