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
});
