import { defineTexts } from '../texts.ts';

export const uiTexts = defineTexts('ui', {
  close: 'Close',
  cancel: 'Cancel',
  save: 'Save',
  copy: 'Copy',
  copied: 'Copied',
  retry: 'Retry',
  loading: 'Loading',
  clearSearch: 'Clear search',
  requestId: 'Request {{requestId}}',
  partFailed: 'This part could not be displayed',
  reloadPage: 'Reload the page',
});
